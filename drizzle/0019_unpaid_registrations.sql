DROP INDEX "subscriptions_awaiting";--> statement-breakpoint
CREATE INDEX "subscriptions_unpaid" ON "subscriptions" USING btree ("registered_on") WHERE "subscriptions"."activated_at" is null;