CREATE TABLE "price_changes" (
	"id" text PRIMARY KEY NOT NULL,
	"change" jsonb NOT NULL,
	"base" jsonb NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"read_count" integer DEFAULT 0 NOT NULL,
	"whole_count" integer DEFAULT 0 NOT NULL,
	"moved_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"rehearsed_at" timestamp (3) with time zone,
	"result" jsonb,
	"saved_by" text,
	"saved_at" timestamp (3) with time zone,
	"reason" text,
	"valid_from" timestamp (3) with time zone,
	"withdrawn_at" timestamp (3) with time zone,
	CONSTRAINT "price_changes_status" CHECK ("price_changes"."status" in ('waiting','running','done','failed')),
	CONSTRAINT "price_changes_rehearsed" CHECK (("price_changes"."status" = 'done') = ("price_changes"."result" is not null) and ("price_changes"."result" is null or "price_changes"."rehearsed_at" is not null)),
	CONSTRAINT "price_changes_saved" CHECK (("price_changes"."saved_at" is null) = ("price_changes"."valid_from" is null) and ("price_changes"."saved_at" is null) = ("price_changes"."saved_by" is null)
        and ("price_changes"."saved_at" is null) = ("price_changes"."reason" is null) and ("price_changes"."saved_at" is null or "price_changes"."status" = 'done')),
	CONSTRAINT "price_changes_withdrawn" CHECK ("price_changes"."withdrawn_at" is null or "price_changes"."saved_at" is not null)
);
--> statement-breakpoint
ALTER TABLE "delivery_rates" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_rates" ADD COLUMN "valid_from" timestamp (3) with time zone DEFAULT '1970-01-01T00:00:00.000Z' NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_rates" DROP CONSTRAINT "delivery_rates_pkey";--> statement-breakpoint
ALTER TABLE "delivery_rates" ADD CONSTRAINT "delivery_rates_zone_version_pk" PRIMARY KEY("zone","version");--> statement-breakpoint
CREATE INDEX "price_changes_by_time" ON "price_changes" USING btree ("created_at");