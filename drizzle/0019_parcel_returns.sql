ALTER TABLE "replaced_parcels" DROP CONSTRAINT "replaced_parcels_loss";--> statement-breakpoint
ALTER TABLE "shipments" DROP CONSTRAINT "shipments_loss";--> statement-breakpoint
ALTER TABLE "replaced_parcels" ADD CONSTRAINT "replaced_parcels_loss" CHECK ("replaced_parcels"."loss" in ('lost','damaged','returned')) NOT VALID;--> statement-breakpoint
ALTER TABLE "shipments" ADD CONSTRAINT "shipments_loss" CHECK ("shipments"."loss" in ('lost','damaged','returned')) NOT VALID;
