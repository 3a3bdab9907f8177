CREATE TABLE "line_menus" (
	"state" text NOT NULL,
	"locale" text NOT NULL,
	"name" text NOT NULL,
	"menu_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "line_menus_state_locale_pk" PRIMARY KEY("state","locale"),
	CONSTRAINT "line_menus_state" CHECK ("line_menus"."state" in ('guest','active','debt','rest')),
	CONSTRAINT "line_menus_locale" CHECK ("line_menus"."locale" in ('en','th'))
);
--> statement-breakpoint
ALTER TABLE "identities" ADD COLUMN "menu_id" text;