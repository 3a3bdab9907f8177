DROP INDEX CONCURRENTLY IF EXISTS "accounts_search_place";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "accounts_search_place" ON "accounts" USING gin (translate(lower(coalesce(address, '') || ' ' || coalesce(subdistrict, '') || ' ' || coalesce(district, '') || ' ' || coalesce(province, '') || ' ' || coalesce(postal_code, '')), 'กขฃคฅฆงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรฤลฦวศษสหฬอฮฯะัาำิีึืฺุูเแโใไๅๆ็่้๊๋์ํ๎๐๑๒๓๔๕๖๗๘๙', 'bcdfghjklmnpqrstvwxyzaeiou0123456789bcdfghjklmnpqrstvwxyzaeiou0123456789b0123456789') gin_trgm_ops) WHERE "accounts"."deleted_at" is null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "money_received_by_amount";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "money_received_by_amount" ON "money_received" USING btree ("amount","recorded_at");
