CREATE TABLE "line_flows" (
	"id" text PRIMARY KEY NOT NULL,
	"state_hash" text NOT NULL,
	"nonce" text NOT NULL,
	"code_verifier" text NOT NULL,
	"intent" text NOT NULL,
	"account_id" text,
	"next_path" text NOT NULL,
	"locale" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "line_flows_intent" CHECK ("line_flows"."intent" in ('login','register','link')),
	CONSTRAINT "line_flows_account" CHECK (("line_flows"."intent" = 'link') = ("line_flows"."account_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "line_registrations" (
	"id" text PRIMARY KEY NOT NULL,
	"subject" text NOT NULL,
	"display_name" text,
	"email" text,
	"friend" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "method" text DEFAULT 'password' NOT NULL;--> statement-breakpoint
ALTER TABLE "line_flows" ADD CONSTRAINT "line_flows_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "line_flows_by_expiry" ON "line_flows" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "line_registrations_by_expiry" ON "line_registrations" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_method" CHECK ("sessions"."method" in ('password','magic_link','line','registration'));