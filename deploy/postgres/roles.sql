-- Runs once, as superuser, when the server's data folder is new. Each password is the one in the address of its secret file.
\set admin_password `sed -E 's#^[^:]+://[^:]+:([^@]+)@.*#\1#' /run/secrets/database_admin_url`
\set gateway_password `sed -E 's#^[^:]+://[^:]+:([^@]+)@.*#\1#' /run/secrets/database_url`
create role shop_admin login createrole password :'admin_password';
create role shop_gateway login password :'gateway_password';
create database shop owner shop_admin;
