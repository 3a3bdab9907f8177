DROP INDEX CONCURRENTLY IF EXISTS "refunds_pay_to";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "refunds_pay_to" ON "refunds" USING btree ("closed_at") WHERE "refunds"."pay_to" is not null;
