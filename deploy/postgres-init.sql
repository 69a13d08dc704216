-- Done once by the postgres image, in an empty volume: the server's user owns its database, and may nothing else.
\getenv password SAGA_DB_PASSWORD
CREATE ROLE saga LOGIN PASSWORD :'password';
CREATE DATABASE saga OWNER saga ENCODING 'UTF8' LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8' LOCALE 'C' TEMPLATE template0;
