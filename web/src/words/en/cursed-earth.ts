export const cursedEarth = {
} as const;
