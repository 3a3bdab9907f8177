CREATE TABLE "former_customers" (
	"hash" text NOT NULL,
	"account_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "former_customers_hash_account_id_pk" PRIMARY KEY("hash","account_id")
);
--> statement-breakpoint
ALTER TABLE "throttles" ADD COLUMN "uses" timestamp with time zone[];--> statement-breakpoint
ALTER TABLE "cards" ADD COLUMN "hard_decline" text;--> statement-breakpoint
ALTER TABLE "charge_attempts" ADD COLUMN "network" text;--> statement-breakpoint
CREATE INDEX "former_customers_by_age" ON "former_customers" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "accounts_by_phone" ON "accounts" USING btree ("phone");