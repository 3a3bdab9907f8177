export * from './account';
export * from './catalogue';
export * from './message';
export * from './order';
export * from './payment';
export * from './provider';
export * from './reward';
export * from './subscription';
