CREATE TABLE "disputes" (
	"id" text PRIMARY KEY NOT NULL,
	"money_id" text NOT NULL,
	"provider_ref" text NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"amount" bigint NOT NULL,
	"reason" text,
	"charging" text NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"held_at" timestamp (3) with time zone NOT NULL,
	"booked_at" timestamp (3) with time zone,
	CONSTRAINT "disputes_provider_ref_unique" UNIQUE("provider_ref"),
	CONSTRAINT "disputes_kind" CHECK ("disputes"."kind" in ('dispute','reversal')),
	CONSTRAINT "disputes_status" CHECK ("disputes"."status" in ('open','pending','won','lost')),
	CONSTRAINT "disputes_charging" CHECK ("disputes"."charging" in ('held','stopped','allowed')),
	CONSTRAINT "disputes_amount" CHECK ("disputes"."amount" > 0)
);
--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_money_id_money_received_id_fk" FOREIGN KEY ("money_id") REFERENCES "public"."money_received"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "disputes_of_money" ON "disputes" USING btree ("money_id");--> statement-breakpoint
CREATE INDEX "disputes_holding" ON "disputes" USING btree ("money_id") WHERE "disputes"."charging" <> 'allowed';