DROP INDEX CONCURRENTLY IF EXISTS "documents_once_per_refund";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "documents_once_per_refund" ON "documents" USING btree ("refund_id","kind");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "documents_one_credit_note";
