/** Holds what the simulation assumes and nobody has measured. Every figure here is a guess, and docs/scale.md shows it as one. */

/** Orders of a shop a day, and the share of them in the busiest hour. */
export const ordersPerDay = 300
export const peakShare = 1 / 5

/** How often each step happens for an order that a shop gets. */
export const perOrder = {
  visit: { times: 3, why: 'of three buyers who open the page one orders' },
  begin: { times: 1.5, why: 'half as many designs again as orders' },
  upload: { times: 1.2, why: 'most designs have one photo, some several' },
  save: { times: 12, why: 'a save after each pause of the fingers' },
  submit: { times: 1.1, why: 'one of ten designs is submitted twice' },
  poll: { times: 8, why: 'looks at a print file that is being drawn' },
  import: { times: 1.2, why: 'an order changes once in a while after it came in' },
  list: { times: 4, why: 'a seller looks at a page of orders for every few orders, with filters' },
  counts: { times: 2, why: 'the tabs of the list, after changes' },
  home: { times: 0.5, why: 'the home screen' },
  charge: { times: 0.2, why: 'charges have some orders each' },
  download: { times: 1.1, why: 'the factory or the seller fetches each print file about once' },
}

/** Minutes between two looks at a shop's marketplace, day and night. */
export const syncMinutes = 10

/** Share of a resource that may be in use in the busiest hour. */
export const mostBusy = 0.6

/** Connections to the database of one server process, and those that one PostgreSQL serves well without a pooler. */
export const pool = 10
export const mostConnections = 500
/** Processors that one PostgreSQL can use, on a machine that can be rented. */
export const mostDatabaseCores = 32
/** Bytes a second of one network card of 10 Gbit/s, half of it. */
export const mostBytes = 625e6

/** Prices in yuan, of the kind that public clouds in China list. */
export const prices = {
  core: { yuan: 90, unit: 'a month for a processor with 2 GB of memory' },
  databaseCore: { yuan: 260, unit: 'a month for a processor with 4 GB of a managed PostgreSQL' },
  databaseGb: { yuan: 1, unit: 'a month for a GB of the database’s disk' },
  fileGb: { yuan: 0.12, unit: 'a month for a GB of objects' },
  trafficGb: { yuan: 0.5, unit: 'for a GB sent out' },
}
