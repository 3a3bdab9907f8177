ALTER TABLE "order_addresses" VALIDATE CONSTRAINT "order_addresses_recipient";
