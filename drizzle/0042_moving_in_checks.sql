ALTER TABLE "points_entries" VALIDATE CONSTRAINT "points_entries_kind";--> statement-breakpoint
ALTER TABLE "subscriptions" VALIDATE CONSTRAINT "subscriptions_imported";--> statement-breakpoint
ALTER TABLE "subscriptions" VALIDATE CONSTRAINT "subscriptions_status";
