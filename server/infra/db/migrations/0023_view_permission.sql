-- Reading needs permissions from here on. Sub-accounts that exist could read everything: they keep that, by a permission of its own that
-- their main account can take away.
update app_user set permissions = array_append(permissions, 'view') where not is_main and not 'view' = any (permissions);
