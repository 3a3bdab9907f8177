DROP INDEX CONCURRENTLY IF EXISTS "audit_events_state_by_time";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "audit_events_state_by_time" ON "audit_events" USING btree ("at") WHERE what in ('subscription.activated','subscription.return_begun','subscription.deactivated','subscription.cancelled','subscription.paused','subscription.resumed');--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "audit_events_state_of_subject";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "audit_events_state_of_subject" ON "audit_events" USING btree ("subject","at") WHERE what in ('subscription.activated','subscription.return_begun','subscription.deactivated','subscription.cancelled','subscription.paused','subscription.resumed');--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "shipments_shipped";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "shipments_shipped" ON "shipments" USING btree ("shipped_at") WHERE "shipments"."shipped_at" is not null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "charge_attempts_declined";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "charge_attempts_declined" ON "charge_attempts" USING btree ("closed_at") WHERE "charge_attempts"."status" = 'declined';--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "money_received_by_time";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "money_received_by_time" ON "money_received" USING brin ("recorded_at") WITH (autosummarize=true,pages_per_range=16);--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "money_received_to_return";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "money_received_to_return" ON "money_received" USING btree ("recorded_at") WHERE "money_received"."verdict" <> 'kept';--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "refunds_succeeded";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "refunds_succeeded" ON "refunds" USING btree ("closed_at") WHERE "refunds"."status" = 'succeeded';--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "subscriptions_by_registration";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "subscriptions_by_registration" ON "subscriptions" USING btree ("registered_on");
