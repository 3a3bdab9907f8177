ALTER TABLE "charge_attempts" ADD COLUMN "left_at" timestamp (3) with time zone;
