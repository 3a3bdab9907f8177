CREATE TABLE "replaced_parcels" (
	"order_id" text NOT NULL,
	"number" smallint NOT NULL,
	"loss" text NOT NULL,
	"external_id" text,
	"courier" text,
	"tracking_number" text,
	"tracking_url" text,
	"taken_at" timestamp (3) with time zone,
	"shipped_at" timestamp (3) with time zone,
	"delivered_at" timestamp (3) with time zone,
	"replaced_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "replaced_parcels_order_id_number_pk" PRIMARY KEY("order_id","number"),
	CONSTRAINT "replaced_parcels_loss" CHECK ("replaced_parcels"."loss" in ('lost','damaged'))
);
--> statement-breakpoint
ALTER TABLE "shipments" ADD COLUMN "number" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "shipments" ADD COLUMN "loss" text;--> statement-breakpoint
ALTER TABLE "replaced_parcels" ADD CONSTRAINT "replaced_parcels_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipments" ADD CONSTRAINT "shipments_number" CHECK ("shipments"."number" >= 1);--> statement-breakpoint
ALTER TABLE "shipments" ADD CONSTRAINT "shipments_loss" CHECK ("shipments"."loss" in ('lost','damaged'));