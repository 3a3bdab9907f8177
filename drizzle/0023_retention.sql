CREATE INDEX "messages_by_age" ON "messages" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "provider_events_settled" ON "provider_events" USING btree ("settled_at");