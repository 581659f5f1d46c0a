-- Which factories' programs there are is said by the server's record of them.
alter table erp_integration drop constraint erp_integration_erp_check, add constraint erp_integration_erp_check check (erp > 0);
