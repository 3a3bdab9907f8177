CREATE TABLE "document_series" (
	"kind" text PRIMARY KEY NOT NULL,
	"last" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"number" integer NOT NULL,
	"order_id" text NOT NULL,
	"refund_id" text,
	"issued_on" date NOT NULL,
	"amount" bigint NOT NULL,
	"vat" bigint NOT NULL,
	"content" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "documents_kind" CHECK ("documents"."kind" in ('receipt','credit_note')),
	CONSTRAINT "documents_number" CHECK ("documents"."number" >= 1),
	CONSTRAINT "documents_refund" CHECK (("documents"."kind" = 'credit_note') = ("documents"."refund_id" is not null)),
	CONSTRAINT "documents_amounts" CHECK ("documents"."amount" >= 0 and "documents"."vat" between 0 and "documents"."amount")
);
--> statement-breakpoint
ALTER TABLE "shipments" ADD COLUMN "reported_status" text;--> statement-breakpoint
ALTER TABLE "shipments" ADD COLUMN "asked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "shipments" ADD COLUMN "taken_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "shipments" ADD COLUMN "shipped_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "shipments" ADD COLUMN "delivered_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "shipments" ADD COLUMN "check_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "shipments" ADD COLUMN "lease_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "shipments" ADD COLUMN "tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "shipments" ADD COLUMN "problem" text;--> statement-breakpoint
ALTER TABLE "points_balances" ADD COLUMN "milestone_seen" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "referrals" ADD COLUMN "rewarded_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "documents_number_once" ON "documents" USING btree ("kind","number");--> statement-breakpoint
CREATE UNIQUE INDEX "documents_one_receipt" ON "documents" USING btree ("order_id") WHERE "documents"."kind" = 'receipt';--> statement-breakpoint
CREATE UNIQUE INDEX "documents_one_credit_note" ON "documents" USING btree ("refund_id");--> statement-breakpoint
CREATE INDEX "shipments_to_check" ON "shipments" USING btree ("check_at","order_id") WHERE "shipments"."check_at" is not null;--> statement-breakpoint
CREATE INDEX "referrals_of_referrer" ON "referrals" USING btree ("referrer_id");--> statement-breakpoint
ALTER TABLE "shipments" ADD CONSTRAINT "shipments_asked_first" CHECK ("shipments"."taken_at" is null or "shipments"."asked_at" is not null);--> statement-breakpoint
INSERT INTO "document_series" ("kind") VALUES ('receipt'), ('credit_note');--> statement-breakpoint
UPDATE "shipments" SET "check_at" = "updated_at" WHERE "status" <> 'delivered';
