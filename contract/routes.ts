/**
 * Every call of the admin API as `METHOD path`. The plugin imports this table at run time instead of the schemas, so it must not
 * import anything.
 */
export const routes = {
  users: {
    login: 'POST /api/users/login',
    logout: 'POST /api/users/logout',
    logoutEverywhere: 'POST /api/users/logout_everywhere',
    me: 'GET /api/users/me',
    setPassword: 'POST /api/users/set_password',
    changePassword: 'POST /api/users/password',
  },
  subAccounts: {
    list: 'GET /api/users/sub_accounts',
    create: 'POST /api/users/sub_accounts',
    update: 'PATCH /api/users/sub_accounts/{id}',
    remove: 'DELETE /api/users/sub_accounts/{id}',
    setupLink: 'POST /api/users/sub_accounts/{id}/setup_link',
  },
  audit: { list: 'GET /api/audit' },
  phoneBrands: {
    list: 'GET /api/phone_brands',
    create: 'POST /api/phone_brands',
    update: 'PATCH /api/phone_brands/{id}',
    remove: 'DELETE /api/phone_brands/{id}',
    order: 'PATCH /api/phone_brands/{id}/ordering',
  },
  phoneModels: {
    list: 'GET /api/phone_brands/{brandId}/phone_models',
    create: 'POST /api/phone_brands/{brandId}/phone_models',
    update: 'PATCH /api/phone_brands/{brandId}/phone_models/{id}',
    remove: 'DELETE /api/phone_brands/{brandId}/phone_models',
    order: 'PATCH /api/phone_brands/{brandId}/phone_models/{id}/ordering',
  },
  catalogueUse: {
    get: 'GET /api/catalogue_use',
  },
  trash: {
    list: 'GET /api/trash',
    restore: 'POST /api/trash/restore',
  },
  phoneCaseMaterials: {
    list: 'GET /api/phone_case_materials',
    create: 'POST /api/phone_case_materials',
    update: 'PATCH /api/phone_case_materials/{id}',
    remove: 'DELETE /api/phone_case_materials/{id}',
    order: 'PATCH /api/phone_case_materials/{id}/ordering',
  },
  materialColors: {
    create: 'POST /api/phone_case_materials/{materialId}/colors',
    update: 'PATCH /api/phone_case_materials/{materialId}/colors/{id}',
    remove: 'DELETE /api/phone_case_materials/{materialId}/colors/{id}',
    order: 'PATCH /api/phone_case_materials/{materialId}/colors/{id}/ordering',
  },
  phoneCaseSkus: {
    list: 'GET /api/phone_case_skus',
    get: 'GET /api/phone_case_skus/{key}',
    create: 'POST /api/phone_case_skus',
    update: 'PATCH /api/phone_case_skus/{key}',
  },
  wireframes: {
    list: 'GET /api/phone_case_wireframes',
    get: 'GET /api/phone_case_wireframes/{id}',
    create: 'POST /api/phone_case_wireframes',
    update: 'PATCH /api/phone_case_wireframes/{id}',
    copy: 'POST /api/phone_case_wireframes/{id}/copy',
  },
  files: {
    uploadForm: 'POST /api/files/upload_form',
    uploadPart: 'POST /api/files/upload_part',
    uploadResult: 'POST /api/files/upload_result',
    taobao: 'POST /api/files/taobao',
  },
  designAssetCollections: {
    list: 'GET /api/design_asset_collections',
    create: 'POST /api/design_asset_collections',
    update: 'PATCH /api/design_asset_collections/{id}',
    remove: 'DELETE /api/design_asset_collections/{id}',
    order: 'PATCH /api/design_asset_collections/{id}/ordering',
  },
  designAssets: {
    list: 'GET /api/design_assets',
    create: 'POST /api/design_assets',
    names: 'GET /api/design_assets/names',
    some: 'GET /api/design_assets/some',
    known: 'POST /api/design_assets/known',
    update: 'PATCH /api/design_assets/{id}',
    remove: 'DELETE /api/design_assets/{id}',
    order: 'PATCH /api/design_assets/{id}/ordering',
  },
  shopFonts: {
    list: 'GET /api/shop_fonts',
    create: 'POST /api/shop_fonts',
    update: 'PATCH /api/shop_fonts/{id}',
    remove: 'DELETE /api/shop_fonts/{id}',
    order: 'PATCH /api/shop_fonts/{id}/ordering',
  },
  shopFontColors: {
    list: 'GET /api/shop_font_colors',
    create: 'POST /api/shop_font_colors',
    update: 'PATCH /api/shop_font_colors/{id}',
    remove: 'DELETE /api/shop_font_colors/{id}',
    order: 'PATCH /api/shop_font_colors/{id}/ordering',
  },
  cutoutPlaceholders: {
    list: 'GET /api/ai_cutout_placeholder_images',
    create: 'POST /api/ai_cutout_placeholder_images',
    remove: 'DELETE /api/ai_cutout_placeholder_images/{id}',
  },
  cutouts: {
    token: 'POST /api/image_cutout_task/token',
  },
  cutoutTasks: {
    create: 'POST /api/image_cutout_tasks',
    get: 'GET /api/image_cutout_tasks/{id}',
  },
  templateCollections: {
    list: 'GET /api/design_template_collections',
    create: 'POST /api/design_template_collections',
    update: 'PATCH /api/design_template_collections/{id}',
    remove: 'DELETE /api/design_template_collections/{id}',
    order: 'PATCH /api/design_template_collections/{id}/ordering',
  },
  templates: {
    list: 'GET /api/design_templates',
    get: 'GET /api/design_templates/{id}',
    create: 'POST /api/design_templates',
    save: 'PUT /api/design_templates/{id}',
    settings: 'PATCH /api/design_templates/{id}',
    copy: 'POST /api/design_templates/{id}/copy',
    remove: 'DELETE /api/design_templates/{id}',
    order: 'PATCH /api/design_templates/{id}/ordering',
  },
  shops: {
    list: 'GET /api/shops',
    create: 'POST /api/shops',
    update: 'PATCH /api/shops/{id}',
    beginAuthorization: 'POST /api/shops/authorization',
    authorize: 'POST /api/shops/authorization/code',
  },
  products: {
    list: 'GET /api/products',
    create: 'POST /api/products',
    remove: 'DELETE /api/products/{id}',
    sync: 'POST /api/products/sync',
    import: 'POST /api/products/import',
  },
  customizationSettings: {
    list: 'GET /api/phone_case_customization_settings',
    put: 'POST /api/phone_case_customization_settings',
    copy: 'POST /api/phone_case_customization_settings/copy',
  },
  customizationUrls: {
    list: 'GET /api/shop_customization_urls',
  },
  shopCustomizationSettings: {
    create: 'POST /api/shop_customization_settings',
    update: 'PATCH /api/shop_customization_settings/{id}',
    remove: 'DELETE /api/shop_customization_settings/{id}',
  },
  miniApp: {
    get: 'GET /api/taobao_mini_app',
    templates: 'GET /api/taobao_mini_app_templates',
    updateVersion: 'POST /api/taobao_mini_app/update_version',
  },
  orders: {
    list: 'GET /api/orders',
    get: 'GET /api/orders/{id}',
    import: 'POST /api/orders/import',
    sync: 'POST /api/orders/sync',
    syncTask: 'GET /api/orders/sync/{taskId}',
    setCase: 'POST /api/orders/customizations/case',
    customizedImages: 'GET /api/orders/customized_images',
    preflight: 'POST /api/orders/preflight',
    decidePieces: 'PUT /api/orders/{id}/items/{itemId}/pieces',
  },
  customizations: {
    design: 'GET /api/customizations/{id}/design',
    correct: 'PUT /api/customizations/{id}/design',
    compare: 'POST /api/customizations/{id}/renderings/comparison',
    render: 'POST /api/customizations/{id}/renderings',
    versions: 'GET /api/customizations/{id}/versions',
    restore: 'POST /api/customizations/{id}/versions',
    remake: 'POST /api/customizations/{id}/remakes',
  },
  downloadRules: {
    get: 'GET /api/settings/download_rules',
    put: 'PUT /api/settings/download_rules',
  },
  credits: {
    current: 'GET /api/account_credits/current',
    paymentForm: 'GET /api/account_credits/payment_form',
  },
  rechargeRecords: {
    list: 'GET /api/credit_recharge_records',
    syncStatus: 'GET /api/credit_recharge_records/{id}/sync_payment_status',
  },
  usageRecords: {
    list: 'GET /api/credit_usage_records',
    get: 'GET /api/credit_usage_records/{id}',
    charge: 'POST /api/credit_usage_records',
    deliver: 'POST /api/credit_usage_records/deliveries',
    correct: 'POST /api/credit_usage_records/corrections',
  },
  erp: {
    program: 'GET /api/erp/program',
  },
  erpIntegrations: {
    list: 'GET /api/erp/integrations',
    create: 'POST /api/erp/integrations',
    update: 'PATCH /api/erp/integrations/{id}',
  },
  factories: {
    list: 'GET /api/erp/factories',
    update: 'PATCH /api/erp/factories/{id}',
    sync: 'POST /api/erp/factories/sync',
  },
  factoryPhoneModels: {
    list: 'GET /api/erp/factory_phone_models',
    startSync: 'POST /api/erp/factory_phone_models/sync_task',
    syncTask: 'GET /api/erp/factory_phone_models/sync_task',
  },
  factoryModelBindings: {
    list: 'GET /api/erp/factory_phone_model_bindings',
    put: 'POST /api/erp/factory_phone_model_bindings',
    putMatched: 'POST /api/erp/factory_phone_model_bindings/matched',
    remove: 'DELETE /api/erp/factory_phone_model_bindings/{factoryId}/{phoneModelId}',
  },
  factoryMaterials: {
    list: 'GET /api/erp/phone_case_materials',
  },
  factoryMaterialBindings: {
    list: 'GET /api/erp/phone_case_material_bindings',
    put: 'POST /api/erp/phone_case_material_bindings',
    remove: 'DELETE /api/erp/phone_case_material_bindings/{factoryId}/{materialId}',
  },
  factoryColorBindings: {
    list: 'GET /api/erp/phone_case_material_color_bindings',
    put: 'POST /api/erp/phone_case_material_color_bindings',
    remove: 'DELETE /api/erp/phone_case_material_color_bindings/{factoryId}/{materialColorId}',
  },
  pushes: {
    check: 'POST /api/erp/push_order/check',
    push: 'POST /api/erp/push_order',
  },
} as const

export type Routes = typeof routes
