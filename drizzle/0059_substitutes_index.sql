DROP INDEX CONCURRENTLY IF EXISTS "order_links_swap_once";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "order_links_swap_once" ON "order_links" USING btree ("order_id",("swap" ->> 'from')) WHERE "order_links"."action" = 'swap';
