ALTER TABLE "disputes" ADD COLUMN "fingerprint" text;--> statement-breakpoint
UPDATE "disputes" SET "fingerprint" = "cards"."fingerprint" FROM "money_received"
  JOIN "charge_attempts" ON "charge_attempts"."id" = "money_received"."attempt_id"
  JOIN "cards" ON "cards"."id" = "charge_attempts"."card_id"
  WHERE "money_received"."id" = "disputes"."money_id";
