ALTER TABLE "replaced_parcels" VALIDATE CONSTRAINT "replaced_parcels_loss";--> statement-breakpoint
ALTER TABLE "shipments" VALIDATE CONSTRAINT "shipments_loss";
