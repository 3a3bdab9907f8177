ALTER TABLE "order_links" DROP CONSTRAINT "order_links_action";--> statement-breakpoint
ALTER TABLE "order_links" ADD COLUMN "swap" jsonb;--> statement-breakpoint
ALTER TABLE "order_links" ADD CONSTRAINT "order_links_swap" CHECK (("order_links"."action" = 'swap') = ("order_links"."swap" is not null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "order_links" ADD CONSTRAINT "order_links_action" CHECK ("order_links"."action" in ('fix','skip','move','box','swap')) NOT VALID;