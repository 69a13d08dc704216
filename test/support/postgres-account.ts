/** The superuser of the clusters that tests start. */
export const POSTGRES_USER = 'postgres'
export const POSTGRES_PASSWORD = 'postgres'
