DROP INDEX CONCURRENTLY IF EXISTS "documents_by_day";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "documents_by_day" ON "documents" USING btree ("issued_on","kind","number");
