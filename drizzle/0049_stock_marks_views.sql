CREATE TABLE "desk_views" (
	"id" text PRIMARY KEY NOT NULL,
	"staff_id" text NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "desk_views_lengths" CHECK (length("desk_views"."name") between 1 and 40 and length("desk_views"."query") <= 1000)
);
--> statement-breakpoint
CREATE TABLE "stock_entries" (
	"id" text PRIMARY KEY NOT NULL,
	"product_code" text NOT NULL,
	"kind" text NOT NULL,
	"packs" integer NOT NULL,
	"on_day" date NOT NULL,
	"staff_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "stock_entries_kind" CHECK ("stock_entries"."kind" in ('count','arrival')),
	CONSTRAINT "stock_entries_packs" CHECK ("stock_entries"."packs" between 0 and 1000000)
);
--> statement-breakpoint
CREATE TABLE "subscriber_marks" (
	"account_id" text PRIMARY KEY NOT NULL,
	"tags" text[] NOT NULL,
	"follow_up_on" date,
	"staff_id" text,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "subscriber_marks_tags" CHECK (cardinality("subscriber_marks"."tags") <= 10)
);
--> statement-breakpoint
ALTER TABLE "desk_views" ADD CONSTRAINT "desk_views_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_entries" ADD CONSTRAINT "stock_entries_product_code_products_code_fk" FOREIGN KEY ("product_code") REFERENCES "public"."products"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriber_marks" ADD CONSTRAINT "subscriber_marks_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "desk_views_once" ON "desk_views" USING btree ("staff_id","name");--> statement-breakpoint
CREATE INDEX "stock_entries_of_product" ON "stock_entries" USING btree ("product_code","created_at");--> statement-breakpoint
CREATE INDEX "subscriber_marks_to_follow" ON "subscriber_marks" USING btree ("follow_up_on") WHERE "subscriber_marks"."follow_up_on" is not null;--> statement-breakpoint
CREATE INDEX "subscriber_marks_by_tag" ON "subscriber_marks" USING gin ("tags");