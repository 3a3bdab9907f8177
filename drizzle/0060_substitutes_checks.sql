ALTER TABLE "order_links" VALIDATE CONSTRAINT "order_links_swap";--> statement-breakpoint
ALTER TABLE "order_links" VALIDATE CONSTRAINT "order_links_action";
