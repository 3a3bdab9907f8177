CREATE TABLE "passkey_challenges" (
	"challenge" text PRIMARY KEY NOT NULL,
	"browser_hash" text NOT NULL,
	"purpose" text NOT NULL,
	"subject" text,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "passkey_challenges_purpose" CHECK ("passkey_challenges"."purpose" in ('log_in','prove','add')),
	CONSTRAINT "passkey_challenges_subject" CHECK (("passkey_challenges"."purpose" = 'log_in') = ("passkey_challenges"."subject" is null))
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"synced" boolean NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "passkeys_counter" CHECK ("passkeys"."counter" between 0 and 4294967295),
	CONSTRAINT "passkeys_name" CHECK (length("passkeys"."name") between 1 and 60)
);
--> statement-breakpoint
ALTER TABLE "sessions" DROP CONSTRAINT "sessions_method";--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "passkey_handle" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "passkey_id" text;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "passkey_challenges_by_expiry" ON "passkey_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "passkeys_credential_once" ON "passkeys" USING btree ("credential_id");--> statement-breakpoint
CREATE INDEX "passkeys_of_account" ON "passkeys" USING btree ("account_id");--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_passkey_id_passkeys_id_fk" FOREIGN KEY ("passkey_id") REFERENCES "public"."passkeys"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sessions_of_passkey" ON "sessions" USING btree ("passkey_id");--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_passkey_handle_unique" UNIQUE("passkey_handle");--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_passkey" CHECK ("sessions"."passkey_id" is null or "sessions"."method" = 'passkey');--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_method" CHECK ("sessions"."method" in ('password','magic_link','line','passkey','registration'));