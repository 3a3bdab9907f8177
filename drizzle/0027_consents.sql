CREATE TABLE "consents" (
	"account_id" text NOT NULL,
	"purpose" text NOT NULL,
	"text_version" text NOT NULL,
	"given_at" timestamp (3) with time zone NOT NULL,
	"withdrawn_at" timestamp (3) with time zone,
	CONSTRAINT "consents_account_id_purpose_text_version_given_at_pk" PRIMARY KEY("account_id","purpose","text_version","given_at"),
	CONSTRAINT "consents_purpose" CHECK ("consents"."purpose" in ('data','charging')),
	CONSTRAINT "consents_order" CHECK ("consents"."withdrawn_at" >= "consents"."given_at")
);
--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "consents_once_in_force" ON "consents" USING btree ("account_id","purpose") WHERE "consents"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "consents_withdrawn" ON "consents" USING btree ("withdrawn_at") WHERE "consents"."withdrawn_at" is not null;--> statement-breakpoint
-- Until now one time stood for both consents, and the version of the text was not kept.
INSERT INTO "consents" ("account_id", "purpose", "text_version", "given_at", "withdrawn_at")
  SELECT "id", 'data', 'before 2026-11-23', "consent_at", case when "deleted_at" is not null then greatest("deleted_at", "consent_at") end FROM "accounts"
  UNION ALL
  SELECT a."id", 'charging', 'before 2026-11-23', a."consent_at", case when coalesce(a."deleted_at", s."cancelled_at") is not null then greatest(coalesce(a."deleted_at", s."cancelled_at"), a."consent_at") end
    FROM "accounts" a LEFT JOIN "subscriptions" s ON s."account_id" = a."id";
