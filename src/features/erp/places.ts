/** Addresses of the factory screens, and of the screens they lead to. */
export const erpPath = '/app/integrations'
export const modelsPath = `${erpPath}/brand_model_binding`
export const materialsPath = `${erpPath}/case_material_binding`
export const ordersPath = '/app/order_management'

export const withFactory = (path: string, factoryId: number): string => `${path}?factory=${factoryId}`
