DROP INDEX CONCURRENTLY IF EXISTS "charge_attempts_of_bank_account";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "charge_attempts_of_bank_account" ON "charge_attempts" USING btree ("bank_account_id");
