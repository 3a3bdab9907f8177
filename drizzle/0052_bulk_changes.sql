CREATE TABLE "bulk_changes" (
	"id" text PRIMARY KEY NOT NULL,
	"key" uuid NOT NULL,
	"change" jsonb NOT NULL,
	"filter" jsonb,
	"file_name" text,
	"en" text NOT NULL,
	"th" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"line" integer DEFAULT 0 NOT NULL,
	"created_by" text NOT NULL,
	"actor" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"moved_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bulk_changes_key_unique" UNIQUE("key"),
	CONSTRAINT "bulk_changes_state" CHECK ("bulk_changes"."state" in ('open','rehearse','run','undo','rehearsed','stopped','done','undone')),
	CONSTRAINT "bulk_changes_line" CHECK ("bulk_changes"."line" >= 0),
	CONSTRAINT "bulk_changes_texts" CHECK (length("bulk_changes"."en") <= 300 and length("bulk_changes"."th") <= 300)
);
--> statement-breakpoint
CREATE TABLE "bulk_rows" (
	"bulk_id" text NOT NULL,
	"line" integer NOT NULL,
	"account_id" text,
	"state" text DEFAULT 'chosen' NOT NULL,
	"code" text,
	"version" integer,
	"before" bigint,
	"after" bigint,
	"undo" jsonb,
	CONSTRAINT "bulk_rows_bulk_id_line_pk" PRIMARY KEY("bulk_id","line"),
	CONSTRAINT "bulk_rows_state" CHECK ("bulk_rows"."state" in ('chosen','ready','same','refused','done','changed','undone','kept')),
	CONSTRAINT "bulk_rows_done" CHECK ("bulk_rows"."state" <> 'done' or ("bulk_rows"."version" is not null and "bulk_rows"."undo" is not null))
);
--> statement-breakpoint
ALTER TABLE "bulk_rows" ADD CONSTRAINT "bulk_rows_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_rows" ADD CONSTRAINT "bulk_rows_bulk_id_bulk_changes_id_fk" FOREIGN KEY ("bulk_id") REFERENCES "public"."bulk_changes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bulk_changes_by_time" ON "bulk_changes" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "bulk_rows_once" ON "bulk_rows" USING btree ("bulk_id","account_id");--> statement-breakpoint
CREATE INDEX "bulk_rows_of_account" ON "bulk_rows" USING btree ("account_id");