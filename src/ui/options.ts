/** Returns the options of a picker of these names, in their order: the type of the names makes sure that none is missing. */
export const optionsOf = <K extends string>(
  names: Readonly<Record<K, string>>,
): { readonly value: K; readonly label: string }[] =>
  (Object.entries(names) as [K, string][]).map(([value, label]) => ({ value, label }))
