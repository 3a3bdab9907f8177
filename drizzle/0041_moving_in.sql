CREATE TABLE "import_rows" (
	"import_id" text NOT NULL,
	"line" integer NOT NULL,
	"state" text NOT NULL,
	"source" text NOT NULL,
	"external_id" text,
	"email_norm" text,
	"person" jsonb,
	"plan" jsonb,
	"faults" jsonb NOT NULL,
	"first_date" date,
	"total" bigint,
	"account_id" text,
	"link_on" date,
	CONSTRAINT "import_rows_import_id_line_pk" PRIMARY KEY("import_id","line"),
	CONSTRAINT "import_rows_state" CHECK ("import_rows"."state" in ('ready','refused','known','imported','active','undone')),
	CONSTRAINT "import_rows_ready" CHECK ("import_rows"."state" <> 'ready' or ("import_rows"."person" is not null and "import_rows"."plan" is not null)),
	CONSTRAINT "import_rows_person" CHECK ("import_rows"."person" is null or "import_rows"."state" = 'ready'),
	CONSTRAINT "import_rows_named" CHECK ("import_rows"."external_id" is not null or "import_rows"."state" = 'refused')
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" text PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"file_name" text NOT NULL,
	"file_hash" text NOT NULL,
	"state" text DEFAULT 'upload' NOT NULL,
	"columns" jsonb NOT NULL,
	"line" integer DEFAULT 0 NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"moved_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "imports_state" CHECK ("imports"."state" in ('upload','checked','commit','activate','undo','imported','active','undone')),
	CONSTRAINT "imports_line" CHECK ("imports"."line" >= 0)
);
--> statement-breakpoint
ALTER TABLE "points_entries" DROP CONSTRAINT "points_entries_kind";--> statement-breakpoint
ALTER TABLE "subscriptions" DROP CONSTRAINT "subscriptions_status";--> statement-breakpoint
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "import_rows_once" ON "import_rows" USING btree ("source","external_id") WHERE "import_rows"."state" in ('imported','active');--> statement-breakpoint
CREATE INDEX "import_rows_by_email" ON "import_rows" USING btree ("import_id","email_norm");--> statement-breakpoint
CREATE INDEX "import_rows_by_id" ON "import_rows" USING btree ("import_id","external_id");--> statement-breakpoint
CREATE INDEX "import_rows_of_account" ON "import_rows" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "import_rows_to_link" ON "import_rows" USING btree ("link_on") WHERE "import_rows"."link_on" is not null;--> statement-breakpoint
CREATE INDEX "imports_by_time" ON "imports" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "points_entries" ADD CONSTRAINT "points_entries_kind" CHECK ("points_entries"."kind" in ('earned','taken_back','milestone','referral','referral_held','referral_reversed','held','returned','apology','moved_in')) NOT VALID;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_imported" CHECK ("subscriptions"."status" <> 'imported' or ("subscriptions"."next_index" = 0 and "subscriptions"."activated_at" is null and "subscriptions"."code" is null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_status" CHECK ("subscriptions"."status" in ('awaiting_payment','active','inactive','cancelled','imported')) NOT VALID;
