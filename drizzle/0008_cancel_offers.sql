CREATE TABLE "cancel_offer_counts" (
	"kind" text NOT NULL,
	"reason_group" text NOT NULL,
	"shown" integer DEFAULT 0 NOT NULL,
	"accepted" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "cancel_offer_counts_kind_reason_group_pk" PRIMARY KEY("kind","reason_group"),
	CONSTRAINT "cancel_offer_counts_kind" CHECK ("cancel_offer_counts"."kind" in ('pause','frequency')),
	CONSTRAINT "cancel_offer_counts_group" CHECK ("cancel_offer_counts"."reason_group" in ('need','away','other')),
	CONSTRAINT "cancel_offer_counts_accepted" CHECK ("cancel_offer_counts"."accepted" between 0 and "cancel_offer_counts"."shown")
);
--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "offered_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "offer_open" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_offer" CHECK (not "subscriptions"."offer_open" or "subscriptions"."offered_at" is not null);