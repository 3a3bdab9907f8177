CREATE TABLE "broadcasts" (
	"id" text PRIMARY KEY NOT NULL,
	"key" uuid NOT NULL,
	"staff_id" text NOT NULL,
	"purpose" text NOT NULL,
	"filter" jsonb NOT NULL,
	"en" text NOT NULL,
	"th" text NOT NULL,
	"people" integer NOT NULL,
	"cursor" text DEFAULT '' NOT NULL,
	"queued" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"done_at" timestamp (3) with time zone,
	"stopped_at" timestamp (3) with time zone,
	CONSTRAINT "broadcasts_key_unique" UNIQUE("key"),
	CONSTRAINT "broadcasts_purpose" CHECK ("broadcasts"."purpose" in ('service','news')),
	CONSTRAINT "broadcasts_texts" CHECK (length("broadcasts"."en") <= 1500 and length("broadcasts"."th") <= 1500),
	CONSTRAINT "broadcasts_queued" CHECK ("broadcasts"."queued" between 0 and 2147483647 and "broadcasts"."people" >= 1)
);
--> statement-breakpoint
CREATE INDEX "broadcasts_by_time" ON "broadcasts" USING btree ("created_at");