ALTER TABLE "gateway_transactions" ADD COLUMN "read_at" timestamp (3) with time zone;
