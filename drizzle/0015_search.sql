-- Written by hand: drizzle-kit knows no extensions.
create extension if not exists pg_trgm;--> statement-breakpoint
CREATE INDEX "accounts_by_email_norm" ON "accounts" USING btree (email_norm text_pattern_ops) WHERE "accounts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "accounts_by_first_name" ON "accounts" USING btree (lower(first_name) text_pattern_ops) WHERE "accounts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "accounts_by_last_name" ON "accounts" USING btree (lower(last_name) text_pattern_ops) WHERE "accounts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "accounts_search" ON "accounts" USING gin (translate(lower(first_name || ' ' || last_name || ' ' || split_part(email_norm, '@', 1) || ' ' || phone), 'กขฃคฅฆงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรฤลฦวศษสหฬอฮฯะัาำิีึืฺุูเแโใไๅๆ็่้๊๋์ํ๎๐๑๒๓๔๕๖๗๘๙', 'bcdfghjklmnpqrstvwxyzaeiou0123456789bcdfghjklmnpqrstvwxyzaeiou0123456789b0123456789') gin_trgm_ops) WHERE "accounts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "replaced_parcels_by_parcel" ON "replaced_parcels" USING btree ("external_id");--> statement-breakpoint
CREATE INDEX "replaced_parcels_by_tracking" ON "replaced_parcels" USING btree ("tracking_number");--> statement-breakpoint
CREATE INDEX "shipments_by_tracking" ON "shipments" USING btree ("tracking_number");--> statement-breakpoint
CREATE INDEX "cards_by_last_digits" ON "cards" USING btree ("last_digits");