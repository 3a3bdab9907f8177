CREATE TABLE "bank_accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"bank" text NOT NULL,
	"status" text NOT NULL,
	"linked_account_id" text,
	"token" text NOT NULL,
	"registration_uri" text,
	"last_digits" text,
	"reason" text,
	"hard_decline" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"linked_at" timestamp (3) with time zone,
	"check_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	CONSTRAINT "bank_accounts_linked_account_id_unique" UNIQUE("linked_account_id"),
	CONSTRAINT "bank_accounts_token_unique" UNIQUE("token"),
	CONSTRAINT "bank_accounts_bank" CHECK ("bank_accounts"."bank" in ('kbank','scb','ktb','bay')),
	CONSTRAINT "bank_accounts_status" CHECK ("bank_accounts"."status" in ('pending','linked','rejected','expired','deleted')),
	CONSTRAINT "bank_accounts_last_digits" CHECK ("bank_accounts"."last_digits" ~ '^[0-9]{1,4}$'),
	CONSTRAINT "bank_accounts_linked" CHECK ("bank_accounts"."status" <> 'linked' or ("bank_accounts"."linked_account_id" is not null and "bank_accounts"."last_digits" is not null
        and "bank_accounts"."linked_at" is not null)),
	CONSTRAINT "bank_accounts_pending" CHECK ("bank_accounts"."status" = 'pending' or ("bank_accounts"."registration_uri" is null and "bank_accounts"."check_at" is null)),
	CONSTRAINT "bank_accounts_checked" CHECK ("bank_accounts"."status" <> 'pending' or "bank_accounts"."check_at" is not null),
	CONSTRAINT "bank_accounts_closed_when" CHECK (("bank_accounts"."status" in ('rejected','expired','deleted')) = ("bank_accounts"."closed_at" is not null))
);--> statement-breakpoint
ALTER TABLE "payments" DROP CONSTRAINT "payments_method";--> statement-breakpoint
ALTER TABLE "subscriptions" DROP CONSTRAINT "subscriptions_payment_method";--> statement-breakpoint
ALTER TABLE "charge_attempts" ADD COLUMN "bank_account_id" text;--> statement-breakpoint
ALTER TABLE "bank_accounts" ADD CONSTRAINT "bank_accounts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "bank_accounts_one_pending" ON "bank_accounts" USING btree ("account_id") WHERE "bank_accounts"."status" = 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX "bank_accounts_one_linked" ON "bank_accounts" USING btree ("account_id") WHERE "bank_accounts"."status" = 'linked';--> statement-breakpoint
CREATE INDEX "bank_accounts_of_account" ON "bank_accounts" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "bank_accounts_to_check" ON "bank_accounts" USING btree ("check_at","id") WHERE "bank_accounts"."check_at" is not null;--> statement-breakpoint
ALTER TABLE "charge_attempts" ADD CONSTRAINT "charge_attempts_bank_account_id_bank_accounts_id_fk" FOREIGN KEY ("bank_account_id") REFERENCES "public"."bank_accounts"("id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "charge_attempts" ADD CONSTRAINT "charge_attempts_bank_account" CHECK ("charge_attempts"."bank_account_id" is null or ("charge_attempts"."source" = 'card' and "charge_attempts"."card_id" is null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_method" CHECK ("payments"."method" in ('card','offline','bank_account')) NOT VALID;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_payment_method" CHECK ("subscriptions"."payment_method" in ('card','offline','bank_account')) NOT VALID;
