ALTER TABLE "orders" ADD CONSTRAINT "orders_numbered" CHECK ("order_number" IS NOT NULL) NOT VALID;
