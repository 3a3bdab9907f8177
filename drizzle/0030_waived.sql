ALTER TABLE "bank_transfers" DROP CONSTRAINT "bank_transfers_status";--> statement-breakpoint
ALTER TABLE "money_received" DROP CONSTRAINT "money_received_verdict";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_total";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "waived" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "bank_transfers" ADD CONSTRAINT "bank_transfers_status" CHECK ("bank_transfers"."status" in ('matched','duplicate','late','returned','wrong_amount','wrong_date','unknown_reference','doubtful')) NOT VALID;--> statement-breakpoint
ALTER TABLE "money_received" ADD CONSTRAINT "money_received_verdict" CHECK ("money_received"."verdict" in ('kept','duplicate','late','orphan','surplus')) NOT VALID;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_total" CHECK ("orders"."total" = "orders"."box_price" + "orders"."delivery_fee" - "orders"."code_discount" - "orders"."waived" and "orders"."total" >= 0 and "orders"."waived" >= 0) NOT VALID;