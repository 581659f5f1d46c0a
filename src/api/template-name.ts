/** What a seller calls a template: its name, or a number while it has none. */
export const templateName = ({ id, name }: { readonly id: number; readonly name: string }): string => name.trim() || `模板 ${id}`
