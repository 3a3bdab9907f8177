CREATE TABLE "ended_registrations" (
	"id" text PRIMARY KEY NOT NULL,
	"registered_on" date NOT NULL,
	"locale" text NOT NULL,
	"step" text NOT NULL,
	CONSTRAINT "ended_registrations_locale" CHECK ("ended_registrations"."locale" in ('en','th')),
	CONSTRAINT "ended_registrations_step" CHECK ("ended_registrations"."step" in ('details','delivery','payment'))
);
--> statement-breakpoint
CREATE TABLE "number_months" (
	"month" text PRIMARY KEY NOT NULL,
	"computed_at" timestamp (3) with time zone NOT NULL,
	"took_ms" integer NOT NULL,
	CONSTRAINT "number_months_month" CHECK ("number_months"."month" ~ '^[0-9]{4}-[0-9]{2}$')
);
--> statement-breakpoint
CREATE TABLE "numbers" (
	"month" text NOT NULL,
	"figure" text NOT NULL,
	"part" text NOT NULL,
	"count" integer NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "numbers_month_figure_part_pk" PRIMARY KEY("month","figure","part"),
	CONSTRAINT "numbers_count" CHECK ("numbers"."count" > 0),
	CONSTRAINT "numbers_amount" CHECK ("numbers"."amount" >= 0)
);
--> statement-breakpoint
ALTER TABLE "numbers" ADD CONSTRAINT "numbers_month_number_months_month_fk" FOREIGN KEY ("month") REFERENCES "public"."number_months"("month") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ended_registrations_by_day" ON "ended_registrations" USING btree ("registered_on");
