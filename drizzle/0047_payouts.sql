CREATE TABLE "gateway_receipts" (
	"id" text PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"issued_on" date NOT NULL,
	"charge_fee" bigint NOT NULL,
	"transfer_fee" bigint NOT NULL,
	"subtotal" bigint NOT NULL,
	"vat" bigint NOT NULL,
	"wht" bigint NOT NULL,
	"total" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "gateway_transactions" (
	"id" text PRIMARY KEY NOT NULL,
	"origin" text NOT NULL,
	"key" text NOT NULL,
	"amount" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"transferable_at" timestamp (3) with time zone NOT NULL,
	"gross" bigint,
	"fee" bigint,
	"fee_vat" bigint,
	"net" bigint,
	"fee_rate" text,
	CONSTRAINT "gateway_transactions_charge" CHECK (("gateway_transactions"."gross" is null) = ("gateway_transactions"."fee" is null) and ("gateway_transactions"."gross" is null) = ("gateway_transactions"."fee_vat" is null)
        and ("gateway_transactions"."gross" is null) = ("gateway_transactions"."net" is null))
);
--> statement-breakpoint
CREATE TABLE "gateway_transfers" (
	"id" text PRIMARY KEY NOT NULL,
	"amount" bigint NOT NULL,
	"fee" bigint NOT NULL,
	"fee_vat" bigint NOT NULL,
	"net" bigint NOT NULL,
	"failure_code" text,
	"split_group" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"paid_at" timestamp (3) with time zone,
	"bank_transfer_id" text,
	CONSTRAINT "gateway_transfers_bank_transfer_id_unique" UNIQUE("bank_transfer_id")
);
--> statement-breakpoint
CREATE TABLE "payout_differences" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"month" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"actual" bigint NOT NULL,
	"expected" bigint NOT NULL,
	"effect" bigint NOT NULL,
	"found_at" timestamp (3) with time zone NOT NULL,
	"gone_at" timestamp (3) with time zone,
	"accepted_at" timestamp (3) with time zone,
	"accepted_by" text,
	"why" text,
	CONSTRAINT "payout_differences_accepted" CHECK (("payout_differences"."accepted_at" is null) = ("payout_differences"."accepted_by" is null))
);
--> statement-breakpoint
CREATE TABLE "payout_months" (
	"month" text PRIMARY KEY NOT NULL,
	"figures" jsonb NOT NULL,
	"closed_at" timestamp (3) with time zone NOT NULL,
	"closed_by" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "gateway_transfers" ADD CONSTRAINT "gateway_transfers_bank_transfer_id_bank_transfers_id_fk" FOREIGN KEY ("bank_transfer_id") REFERENCES "public"."bank_transfers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "gateway_transactions_by_time" ON "gateway_transactions" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "gateway_transactions_by_transferable" ON "gateway_transactions" USING btree ("transferable_at");--> statement-breakpoint
CREATE INDEX "gateway_transactions_of_origin" ON "gateway_transactions" USING btree ("origin","created_at");--> statement-breakpoint
CREATE INDEX "gateway_transfers_by_time" ON "gateway_transfers" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "payout_differences_by_month" ON "payout_differences" USING btree ("month");