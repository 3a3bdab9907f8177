CREATE INDEX "identities_of_account" ON "identities" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "line_flows_of_account" ON "line_flows" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "bank_transfers_of_order" ON "bank_transfers" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "bank_transfers_of_money" ON "bank_transfers" USING btree ("money_id");--> statement-breakpoint
CREATE INDEX "cards_of_account" ON "cards" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "charge_attempts_of_card" ON "charge_attempts" USING btree ("card_id");--> statement-breakpoint
CREATE INDEX "money_received_of_attempt" ON "money_received" USING btree ("attempt_id");--> statement-breakpoint
CREATE INDEX "refunds_of_money" ON "refunds" USING btree ("money_id");--> statement-breakpoint
CREATE INDEX "points_entries_of_order" ON "points_entries" USING btree ("order_id");