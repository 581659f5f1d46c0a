export const linksPath = '/app/sku_customization_urls_setting'
