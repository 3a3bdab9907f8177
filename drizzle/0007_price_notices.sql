CREATE TABLE "price_notices" (
	"subscription_id" text NOT NULL,
	"number" integer NOT NULL,
	"prices" text NOT NULL,
	"old_total" bigint NOT NULL,
	"new_total" bigint NOT NULL,
	"first_date" date NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "price_notices_subscription_id_number_pk" PRIMARY KEY("subscription_id","number"),
	CONSTRAINT "price_notices_number" CHECK ("price_notices"."number" >= 1),
	CONSTRAINT "price_notices_higher" CHECK ("price_notices"."new_total" > "price_notices"."old_total" and "price_notices"."old_total" > 0),
	CONSTRAINT "price_notices_ahead" CHECK ("price_notices"."first_date" >= ("price_notices"."created_at" at time zone 'Asia/Bangkok')::date + 30)
);
--> statement-breakpoint
ALTER TABLE "price_notices" ADD CONSTRAINT "price_notices_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE cascade ON UPDATE no action;