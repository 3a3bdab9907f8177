ALTER TABLE "orders" VALIDATE CONSTRAINT "orders_numbered";--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "order_number" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_numbered";
