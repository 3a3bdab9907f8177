CREATE TABLE "cancel_reason_counts" (
	"reason" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL
);
--> statement-breakpoint
INSERT INTO "cancel_reason_counts" ("reason", "count") SELECT "cancel_reason", count(*) FROM "subscriptions" WHERE "cancel_reason" IN ('menopause', 'pregnant') GROUP BY 1;--> statement-breakpoint
UPDATE "subscriptions" SET "cancel_reason" = 'other', "cancel_comment" = NULL WHERE "cancel_reason" IN ('menopause', 'pregnant');
