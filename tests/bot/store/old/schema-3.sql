BEGIN TRANSACTION;
CREATE TABLE games (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            guild INTEGER NOT NULL,
            channel INTEGER NOT NULL,
            status TEXT NOT NULL CHECK (status IN ('lobby', 'live', 'over', 'cancelled')),
            ending TEXT,
            options TEXT NOT NULL,
            rules INTEGER NOT NULL,
            creator INTEGER NOT NULL,
            created INTEGER NOT NULL,
            started INTEGER,
            ended INTEGER,
            waiting INTEGER,
            waiting_since INTEGER
        , pace TEXT NOT NULL DEFAULT '{"kind": "relaxed"}', due INTEGER, reminded INTEGER NOT NULL DEFAULT 0, reminded_at INTEGER, muted INTEGER, vote INTEGER, origin TEXT) STRICT;
INSERT INTO "games" VALUES(1,900,901,'live',NULL,'{"supply": 9, "white_supply": 15, "neutral_phalanxes": false, "finish_turn": false}',1,1,1790000037000,1790000259000,NULL,2,1790004033000,'{"kind": "relaxed"}',1790004033000,0,NULL,NULL,NULL,NULL);
INSERT INTO "games" VALUES(2,900,902,'over','supply','{"supply": 5, "white_supply": 15, "neutral_phalanxes": false, "finish_turn": false}',1,1,1790004107000,1790004329000,1790005402000,NULL,NULL,'{"kind": "relaxed"}',NULL,0,NULL,NULL,NULL,NULL);
INSERT INTO "games" VALUES(3,900,903,'lobby',NULL,'{"supply": 24, "white_supply": 15, "neutral_phalanxes": true, "finish_turn": false}',1,2,1790005476000,NULL,NULL,NULL,NULL,'{"kind": "relaxed"}',1790005513000,0,NULL,NULL,NULL,NULL);
INSERT INTO "games" VALUES(4,900,904,'cancelled','cancelled','{"supply": 24, "white_supply": 15, "neutral_phalanxes": false, "finish_turn": false}',1,3,1790005587000,NULL,1790005624000,NULL,NULL,'{"kind": "relaxed"}',NULL,0,NULL,NULL,NULL,NULL);
INSERT INTO "games" VALUES(5,900,905,'live',NULL,'{"supply": 12, "white_supply": 15, "neutral_phalanxes": false, "finish_turn": true}',1,1,1790005735000,1790005957000,NULL,2,1790007474000,'{"kind": "relaxed"}',1790007622000,0,NULL,NULL,NULL,NULL);
INSERT INTO "games" VALUES(6,900,906,'over','reset','{"supply": 12, "white_supply": 15, "neutral_phalanxes": false, "finish_turn": false}',1,1,1790007696000,1790007918000,1790008954000,NULL,NULL,'{"kind": "relaxed"}',1790008880000,0,NULL,NULL,NULL,NULL);
INSERT INTO "games" VALUES(7,900,906,'live',NULL,'{"supply": 12, "white_supply": 15, "neutral_phalanxes": false, "finish_turn": false}',1,1,1790008991000,1790008991000,NULL,2,1790008954000,'{"kind": "relaxed"}',1790008991000,0,NULL,NULL,NULL,NULL);
INSERT INTO "games" VALUES(8,900,907,'over','void','{"supply": 12, "white_supply": 15, "neutral_phalanxes": false, "finish_turn": false}',1,1,1790009028000,1790009250000,1790010656000,NULL,NULL,'{"kind": "relaxed"}',NULL,0,NULL,NULL,NULL,NULL);
CREATE TABLE guilds (guild INTEGER PRIMARY KEY, settings TEXT NOT NULL DEFAULT '{}') STRICT;
CREATE TABLE invitations (
            game INTEGER NOT NULL REFERENCES games,
            user INTEGER NOT NULL,
            inviter INTEGER NOT NULL,
            created INTEGER NOT NULL,
            PRIMARY KEY (game, user)
        ) STRICT;
CREATE TABLE log (
            game INTEGER NOT NULL REFERENCES games,
            seq INTEGER NOT NULL,
            batch INTEGER NOT NULL,
            kind TEXT NOT NULL CHECK (kind IN ('action', 'auto', 'shuffle', 'back', 'note')),
            text TEXT NOT NULL,
            user INTEGER,
            at INTEGER NOT NULL,
            interaction INTEGER,
            PRIMARY KEY (game, seq)
        ) STRICT;
INSERT INTO "log" VALUES(1,0,0,'action','setup a7,b7,c7,c9',1,1790000370000,NULL);
INSERT INTO "log" VALUES(1,1,1,'action','setup h7,h9,i7,i8',3,1790000481000,NULL);
INSERT INTO "log" VALUES(1,2,2,'action','setup b2,b3,c1,c3',2,1790000592000,NULL);
INSERT INTO "log" VALUES(1,3,2,'shuffle','shuffle 415385321964657284174168685539712249297933876',NULL,1790000629000,NULL);
INSERT INTO "log" VALUES(1,4,4,'action','deal C N NW',1,1790000740000,NULL);
INSERT INTO "log" VALUES(1,5,5,'action','accept',3,1790000851000,NULL);
INSERT INTO "log" VALUES(1,6,6,'action','accept',2,1790000962000,NULL);
INSERT INTO "log" VALUES(1,7,7,'action','pass',1,1790001073000,NULL);
INSERT INTO "log" VALUES(1,8,8,'action','@e9',3,1790001184000,NULL);
INSERT INTO "log" VALUES(1,9,9,'action','pass',3,1790001295000,NULL);
INSERT INTO "log" VALUES(1,10,10,'action','@a9',2,1790001406000,NULL);
INSERT INTO "log" VALUES(1,11,11,'action','a9>b9',2,1790001517000,NULL);
INSERT INTO "log" VALUES(1,12,12,'action','deal C SW E',1,1790001628000,NULL);
INSERT INTO "log" VALUES(1,13,13,'action','accept',3,1790001739000,NULL);
INSERT INTO "log" VALUES(1,14,14,'action','accept',2,1790001850000,NULL);
INSERT INTO "log" VALUES(1,15,15,'action','@g4',1,1790001961000,NULL);
INSERT INTO "log" VALUES(1,16,16,'action','pass',1,1790002072000,NULL);
INSERT INTO "log" VALUES(1,17,17,'action','@a2',3,1790002183000,NULL);
INSERT INTO "log" VALUES(1,18,18,'action','a2>b1',3,1790002294000,NULL);
INSERT INTO "log" VALUES(1,19,19,'action','@h6',2,1790002405000,NULL);
INSERT INTO "log" VALUES(1,20,20,'action','h6>g7',2,1790002516000,NULL);
INSERT INTO "log" VALUES(1,21,21,'action','deal W NW SW',1,1790002627000,NULL);
INSERT INTO "log" VALUES(1,22,22,'action','accept',3,1790002738000,NULL);
INSERT INTO "log" VALUES(1,23,23,'action','accept',2,1790002849000,NULL);
INSERT INTO "log" VALUES(1,24,24,'action','@b4',1,1790002960000,NULL);
INSERT INTO "log" VALUES(1,25,25,'back','24',1,1790003071000,NULL);
INSERT INTO "log" VALUES(1,26,26,'action','@a4',1,1790003219000,NULL);
INSERT INTO "log" VALUES(1,27,27,'action','a4>a2',1,1790003330000,NULL);
INSERT INTO "log" VALUES(1,28,28,'action','@b8',3,1790003441000,NULL);
INSERT INTO "log" VALUES(1,29,29,'action','pass',3,1790003552000,NULL);
INSERT INTO "log" VALUES(1,30,30,'action','@c2',2,1790003663000,NULL);
INSERT INTO "log" VALUES(1,31,31,'action','b2:c2:b3>N',2,1790003774000,NULL);
INSERT INTO "log" VALUES(1,32,32,'note','undo to ply 29',77,1790003885000,NULL);
INSERT INTO "log" VALUES(1,33,33,'back','29',77,1790003922000,NULL);
INSERT INTO "log" VALUES(1,34,33,'shuffle','shuffle 473949216828556879697426113937452768',NULL,1790003996000,NULL);
INSERT INTO "log" VALUES(2,0,0,'action','setup g9,h8,i7,i8',1,1790004440000,NULL);
INSERT INTO "log" VALUES(2,1,1,'action','setup g2,h1,h2,i2',3,1790004551000,NULL);
INSERT INTO "log" VALUES(2,2,2,'action','setup a2,a3,c2,c3',2,1790004662000,NULL);
INSERT INTO "log" VALUES(2,3,2,'shuffle','shuffle 257498734173491592498866885315576337619242261',NULL,1790004699000,NULL);
INSERT INTO "log" VALUES(2,4,4,'action','deal E C SW',3,1790004810000,NULL);
INSERT INTO "log" VALUES(2,5,5,'action','accept',2,1790004921000,NULL);
INSERT INTO "log" VALUES(2,6,6,'action','accept',1,1790005032000,NULL);
INSERT INTO "log" VALUES(2,7,7,'action','pass',3,1790005143000,NULL);
INSERT INTO "log" VALUES(2,8,8,'action','@c4',2,1790005254000,NULL);
INSERT INTO "log" VALUES(2,9,9,'action','pass',2,1790005365000,NULL);
INSERT INTO "log" VALUES(5,0,0,'action','setup a8,a9,b7,c7',1,1790006068000,NULL);
INSERT INTO "log" VALUES(5,1,1,'action','setup g1,g3,h1,h3',3,1790006179000,NULL);
INSERT INTO "log" VALUES(5,2,2,'action','setup a1,a2,b1,b2',2,1790006290000,NULL);
INSERT INTO "log" VALUES(5,3,2,'shuffle','shuffle 363473516796184183548728642295957726951483291',NULL,1790006327000,NULL);
INSERT INTO "log" VALUES(5,4,4,'action','deal SE E SE',2,1790006438000,NULL);
INSERT INTO "log" VALUES(5,5,5,'action','accept',1,1790006549000,NULL);
INSERT INTO "log" VALUES(5,6,6,'action','reject',3,1790006660000,NULL);
INSERT INTO "log" VALUES(5,7,7,'action','accept',2,1790006771000,NULL);
INSERT INTO "log" VALUES(5,8,8,'action','@i3',2,1790006882000,NULL);
INSERT INTO "log" VALUES(5,9,9,'action','i3>h4',2,1790006993000,NULL);
INSERT INTO "log" VALUES(5,10,10,'action','@i6',1,1790007104000,NULL);
INSERT INTO "log" VALUES(5,11,11,'action','pass',1,1790007215000,NULL);
INSERT INTO "log" VALUES(5,12,12,'action','g3>i3',3,1790007326000,NULL);
INSERT INTO "log" VALUES(5,13,13,'action','deal S NE SW',3,1790007437000,NULL);
INSERT INTO "log" VALUES(5,14,14,'note','resign B',3,1790007548000,NULL);
INSERT INTO "log" VALUES(6,0,0,'action','setup a8,b7,b9,c7',2,1790008029000,NULL);
INSERT INTO "log" VALUES(6,1,1,'action','setup g3,h2,i2,i3',3,1790008140000,NULL);
INSERT INTO "log" VALUES(6,2,2,'action','setup a3,b1,b2,c2',1,1790008251000,NULL);
INSERT INTO "log" VALUES(6,3,2,'shuffle','shuffle 562145793476916539551744322672968818349887321',NULL,1790008288000,NULL);
INSERT INTO "log" VALUES(6,4,4,'action','deal E C S',1,1790008399000,NULL);
INSERT INTO "log" VALUES(6,5,5,'action','accept',2,1790008510000,NULL);
INSERT INTO "log" VALUES(6,6,6,'action','reject',3,1790008621000,NULL);
INSERT INTO "log" VALUES(6,7,7,'action','accept',1,1790008732000,NULL);
INSERT INTO "log" VALUES(6,8,8,'action','@g6',1,1790008843000,NULL);
INSERT INTO "log" VALUES(6,9,9,'note','reset',77,1790008954000,NULL);
INSERT INTO "log" VALUES(8,0,0,'action','setup g2,g3,h1,i1',3,1790009361000,NULL);
INSERT INTO "log" VALUES(8,1,1,'action','setup g7,g9,h8,i7',1,1790009472000,NULL);
INSERT INTO "log" VALUES(8,2,2,'action','setup a7,b7,b8,c8',2,1790009583000,NULL);
INSERT INTO "log" VALUES(8,3,2,'shuffle','shuffle 985662874422433633915899874938417161725521576',NULL,1790009620000,NULL);
INSERT INTO "log" VALUES(8,4,4,'action','deal S C SW',1,1790009731000,NULL);
INSERT INTO "log" VALUES(8,5,5,'action','accept',3,1790009842000,NULL);
INSERT INTO "log" VALUES(8,6,6,'action','reject',2,1790009953000,NULL);
INSERT INTO "log" VALUES(8,7,7,'action','accept',1,1790010064000,NULL);
INSERT INTO "log" VALUES(8,8,8,'action','@f2',1,1790010175000,NULL);
INSERT INTO "log" VALUES(8,9,9,'action','f2>e1',1,1790010286000,NULL);
INSERT INTO "log" VALUES(8,10,10,'action','@c1',3,1790010397000,NULL);
INSERT INTO "log" VALUES(8,11,11,'action','pass',3,1790010508000,NULL);
INSERT INTO "log" VALUES(8,12,12,'note','end void',77,1790010619000,NULL);
CREATE TABLE "notices" (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            game INTEGER NOT NULL REFERENCES games,
            kind TEXT NOT NULL,
            user INTEGER,
            text TEXT NOT NULL,
            created INTEGER NOT NULL,
            sent INTEGER
        ) STRICT;
INSERT INTO "notices" VALUES(1,1,'lobby',NULL,'',1790000037000,NULL);
INSERT INTO "notices" VALUES(2,1,'lobby',NULL,'',1790000111000,NULL);
INSERT INTO "notices" VALUES(3,1,'lobby',NULL,'',1790000185000,NULL);
INSERT INTO "notices" VALUES(4,1,'whisper',1,'greeting',1790000333000,NULL);
INSERT INTO "notices" VALUES(5,1,'whisper',2,'greeting',1790000333000,NULL);
INSERT INTO "notices" VALUES(6,1,'whisper',3,'greeting',1790000333000,NULL);
INSERT INTO "notices" VALUES(7,1,'table',NULL,'The game begins; colours were drawn: 🟥 ⁨Ann⁩, 🟦 ⁨Cleo⁩ and 🟨 ⁨Ben \*the\* 2nd⁩.',1790000333000,NULL);
INSERT INTO "notices" VALUES(8,1,'table',NULL,'',1790000444000,NULL);
INSERT INTO "notices" VALUES(9,1,'table',NULL,'',1790000555000,NULL);
INSERT INTO "notices" VALUES(10,1,'whisper',1,'cards',1790000703000,NULL);
INSERT INTO "notices" VALUES(11,1,'table',NULL,'',1790000703000,NULL);
INSERT INTO "notices" VALUES(12,1,'table',NULL,'',1790000814000,NULL);
INSERT INTO "notices" VALUES(13,1,'table',NULL,'',1790000925000,NULL);
INSERT INTO "notices" VALUES(14,1,'table',NULL,'',1790001036000,NULL);
INSERT INTO "notices" VALUES(15,1,'table',NULL,'',1790001147000,NULL);
INSERT INTO "notices" VALUES(16,1,'refresh',NULL,'',1790001258000,NULL);
INSERT INTO "notices" VALUES(17,1,'table',NULL,'',1790001369000,NULL);
INSERT INTO "notices" VALUES(18,1,'refresh',NULL,'',1790001480000,NULL);
INSERT INTO "notices" VALUES(19,1,'whisper',1,'cards',1790001591000,NULL);
INSERT INTO "notices" VALUES(20,1,'table',NULL,'',1790001591000,NULL);
INSERT INTO "notices" VALUES(21,1,'table',NULL,'',1790001702000,NULL);
INSERT INTO "notices" VALUES(22,1,'table',NULL,'',1790001813000,NULL);
INSERT INTO "notices" VALUES(23,1,'table',NULL,'',1790001924000,NULL);
INSERT INTO "notices" VALUES(24,1,'refresh',NULL,'',1790002035000,NULL);
INSERT INTO "notices" VALUES(25,1,'table',NULL,'',1790002146000,NULL);
INSERT INTO "notices" VALUES(26,1,'refresh',NULL,'',1790002257000,NULL);
INSERT INTO "notices" VALUES(27,1,'table',NULL,'',1790002368000,NULL);
INSERT INTO "notices" VALUES(28,1,'refresh',NULL,'',1790002479000,NULL);
INSERT INTO "notices" VALUES(29,1,'whisper',1,'cards',1790002590000,NULL);
INSERT INTO "notices" VALUES(30,1,'table',NULL,'',1790002590000,NULL);
INSERT INTO "notices" VALUES(31,1,'table',NULL,'',1790002701000,NULL);
INSERT INTO "notices" VALUES(32,1,'table',NULL,'',1790002812000,NULL);
INSERT INTO "notices" VALUES(33,1,'table',NULL,'',1790002923000,NULL);
INSERT INTO "notices" VALUES(34,1,'refresh',NULL,'',1790003034000,NULL);
INSERT INTO "notices" VALUES(35,1,'table',NULL,'🟥 ⁨Ann⁩ takes back the last play.',1790003182000,NULL);
INSERT INTO "notices" VALUES(36,1,'refresh',NULL,'',1790003293000,NULL);
INSERT INTO "notices" VALUES(37,1,'table',NULL,'',1790003404000,NULL);
INSERT INTO "notices" VALUES(38,1,'refresh',NULL,'',1790003515000,NULL);
INSERT INTO "notices" VALUES(39,1,'table',NULL,'',1790003626000,NULL);
INSERT INTO "notices" VALUES(40,1,'refresh',NULL,'',1790003737000,NULL);
INSERT INTO "notices" VALUES(41,1,'whisper',1,'cards',1790003848000,NULL);
INSERT INTO "notices" VALUES(42,1,'table',NULL,'',1790003848000,NULL);
INSERT INTO "notices" VALUES(43,1,'table',NULL,'A moderator has taken back the last play (back to ply 29). The cards that nobody has seen openly were shuffled anew.',1790004070000,NULL);
INSERT INTO "notices" VALUES(44,2,'lobby',NULL,'',1790004107000,1790009999000);
INSERT INTO "notices" VALUES(45,2,'lobby',NULL,'',1790004181000,1790009999000);
INSERT INTO "notices" VALUES(46,2,'lobby',NULL,'',1790004255000,1790009999000);
INSERT INTO "notices" VALUES(47,2,'whisper',1,'greeting',1790004403000,1790009999000);
INSERT INTO "notices" VALUES(48,2,'whisper',2,'greeting',1790004403000,1790009999000);
INSERT INTO "notices" VALUES(49,2,'whisper',3,'greeting',1790004403000,1790009999000);
INSERT INTO "notices" VALUES(50,2,'table',NULL,'The game begins; colours were drawn: 🟥 ⁨Ann⁩, 🟦 ⁨Cleo⁩ and 🟨 ⁨Ben \*the\* 2nd⁩.',1790004403000,1790009999000);
INSERT INTO "notices" VALUES(51,2,'table',NULL,'',1790004514000,1790009999000);
INSERT INTO "notices" VALUES(52,2,'table',NULL,'',1790004625000,1790009999000);
INSERT INTO "notices" VALUES(53,2,'whisper',3,'cards',1790004773000,1790009999000);
INSERT INTO "notices" VALUES(54,2,'table',NULL,'',1790004773000,1790009999000);
INSERT INTO "notices" VALUES(55,2,'table',NULL,'',1790004884000,1790009999000);
INSERT INTO "notices" VALUES(56,2,'table',NULL,'',1790004995000,1790009999000);
INSERT INTO "notices" VALUES(57,2,'table',NULL,'',1790005106000,1790009999000);
INSERT INTO "notices" VALUES(58,2,'table',NULL,'',1790005217000,1790009999000);
INSERT INTO "notices" VALUES(59,2,'refresh',NULL,'',1790005328000,1790009999000);
INSERT INTO "notices" VALUES(60,2,'table',NULL,'',1790005439000,1790009999000);
INSERT INTO "notices" VALUES(61,3,'lobby',NULL,'',1790005476000,NULL);
INSERT INTO "notices" VALUES(62,3,'lobby',NULL,'',1790005550000,NULL);
INSERT INTO "notices" VALUES(63,4,'lobby',NULL,'',1790005587000,NULL);
INSERT INTO "notices" VALUES(64,4,'lobby',NULL,'',1790005698000,NULL);
INSERT INTO "notices" VALUES(65,5,'lobby',NULL,'',1790005735000,NULL);
INSERT INTO "notices" VALUES(66,5,'lobby',NULL,'',1790005809000,NULL);
INSERT INTO "notices" VALUES(67,5,'lobby',NULL,'',1790005883000,NULL);
INSERT INTO "notices" VALUES(68,5,'whisper',1,'greeting',1790006031000,NULL);
INSERT INTO "notices" VALUES(69,5,'whisper',2,'greeting',1790006031000,NULL);
INSERT INTO "notices" VALUES(70,5,'whisper',3,'greeting',1790006031000,NULL);
INSERT INTO "notices" VALUES(71,5,'table',NULL,'The game begins; colours were drawn: 🟥 ⁨Ann⁩, 🟦 ⁨Cleo⁩ and 🟨 ⁨Ben \*the\* 2nd⁩.',1790006031000,NULL);
INSERT INTO "notices" VALUES(72,5,'table',NULL,'',1790006142000,NULL);
INSERT INTO "notices" VALUES(73,5,'table',NULL,'',1790006253000,NULL);
INSERT INTO "notices" VALUES(74,5,'whisper',2,'cards',1790006401000,NULL);
INSERT INTO "notices" VALUES(75,5,'refresh',NULL,'',1790006401000,NULL);
INSERT INTO "notices" VALUES(76,5,'table',NULL,'',1790006512000,NULL);
INSERT INTO "notices" VALUES(77,5,'table',NULL,'',1790006623000,NULL);
INSERT INTO "notices" VALUES(78,5,'table',NULL,'',1790006734000,NULL);
INSERT INTO "notices" VALUES(79,5,'refresh',NULL,'',1790006845000,NULL);
INSERT INTO "notices" VALUES(80,5,'refresh',NULL,'',1790006956000,NULL);
INSERT INTO "notices" VALUES(81,5,'table',NULL,'',1790007067000,NULL);
INSERT INTO "notices" VALUES(82,5,'refresh',NULL,'',1790007178000,NULL);
INSERT INTO "notices" VALUES(83,5,'table',NULL,'',1790007289000,NULL);
INSERT INTO "notices" VALUES(84,5,'whisper',3,'cards',1790007400000,NULL);
INSERT INTO "notices" VALUES(85,5,'refresh',NULL,'',1790007400000,NULL);
INSERT INTO "notices" VALUES(86,5,'table',NULL,'',1790007511000,NULL);
INSERT INTO "notices" VALUES(87,5,'advert',NULL,'B',1790007585000,NULL);
INSERT INTO "notices" VALUES(88,5,'table',NULL,'🟦 ⁨Cleo⁩ gives up the seat: whoever wants to go on with it can take it with `/game join`.',1790007659000,NULL);
INSERT INTO "notices" VALUES(89,6,'lobby',NULL,'',1790007696000,NULL);
INSERT INTO "notices" VALUES(90,6,'lobby',NULL,'',1790007770000,NULL);
INSERT INTO "notices" VALUES(91,6,'lobby',NULL,'',1790007844000,NULL);
INSERT INTO "notices" VALUES(92,6,'whisper',1,'greeting',1790007992000,NULL);
INSERT INTO "notices" VALUES(93,6,'whisper',2,'greeting',1790007992000,NULL);
INSERT INTO "notices" VALUES(94,6,'whisper',3,'greeting',1790007992000,NULL);
INSERT INTO "notices" VALUES(95,6,'table',NULL,'The game begins; colours were drawn: 🟥 ⁨Ben \*the\* 2nd⁩, 🟦 ⁨Cleo⁩ and 🟨 ⁨Ann⁩.',1790007992000,NULL);
INSERT INTO "notices" VALUES(96,6,'table',NULL,'',1790008103000,NULL);
INSERT INTO "notices" VALUES(97,6,'table',NULL,'',1790008214000,NULL);
INSERT INTO "notices" VALUES(98,6,'whisper',1,'cards',1790008362000,NULL);
INSERT INTO "notices" VALUES(99,6,'refresh',NULL,'',1790008362000,NULL);
INSERT INTO "notices" VALUES(100,6,'table',NULL,'',1790008473000,NULL);
INSERT INTO "notices" VALUES(101,6,'table',NULL,'',1790008584000,NULL);
INSERT INTO "notices" VALUES(102,6,'table',NULL,'',1790008695000,NULL);
INSERT INTO "notices" VALUES(103,6,'refresh',NULL,'',1790008806000,NULL);
INSERT INTO "notices" VALUES(104,6,'refresh',NULL,'',1790008917000,NULL);
INSERT INTO "notices" VALUES(105,6,'refresh',NULL,'',1790008954000,NULL);
INSERT INTO "notices" VALUES(106,7,'whisper',1,'greeting',1790008954000,NULL);
INSERT INTO "notices" VALUES(107,7,'whisper',2,'greeting',1790008954000,NULL);
INSERT INTO "notices" VALUES(108,7,'whisper',3,'greeting',1790008954000,NULL);
INSERT INTO "notices" VALUES(109,7,'table',NULL,'A moderator has set the game aside; the same players start anew. The game begins; colours were drawn: 🟥 ⁨Ben \*the\* 2nd⁩, 🟦 ⁨Cleo⁩ and 🟨 ⁨Ann⁩.',1790008954000,NULL);
INSERT INTO "notices" VALUES(110,8,'lobby',NULL,'',1790009028000,NULL);
INSERT INTO "notices" VALUES(111,8,'lobby',NULL,'',1790009102000,NULL);
INSERT INTO "notices" VALUES(112,8,'lobby',NULL,'',1790009176000,NULL);
INSERT INTO "notices" VALUES(113,8,'whisper',1,'greeting',1790009324000,NULL);
INSERT INTO "notices" VALUES(114,8,'whisper',2,'greeting',1790009324000,NULL);
INSERT INTO "notices" VALUES(115,8,'whisper',3,'greeting',1790009324000,NULL);
INSERT INTO "notices" VALUES(116,8,'table',NULL,'The game begins; colours were drawn: 🟥 ⁨Cleo⁩, 🟦 ⁨Ann⁩ and 🟨 ⁨Ben \*the\* 2nd⁩.',1790009324000,NULL);
INSERT INTO "notices" VALUES(117,8,'table',NULL,'',1790009435000,NULL);
INSERT INTO "notices" VALUES(118,8,'table',NULL,'',1790009546000,NULL);
INSERT INTO "notices" VALUES(119,8,'whisper',1,'cards',1790009694000,NULL);
INSERT INTO "notices" VALUES(120,8,'table',NULL,'',1790009694000,NULL);
INSERT INTO "notices" VALUES(121,8,'table',NULL,'',1790009805000,NULL);
INSERT INTO "notices" VALUES(122,8,'table',NULL,'',1790009916000,NULL);
INSERT INTO "notices" VALUES(123,8,'table',NULL,'',1790010027000,NULL);
INSERT INTO "notices" VALUES(124,8,'refresh',NULL,'',1790010138000,NULL);
INSERT INTO "notices" VALUES(125,8,'refresh',NULL,'',1790010249000,NULL);
INSERT INTO "notices" VALUES(126,8,'table',NULL,'',1790010360000,NULL);
INSERT INTO "notices" VALUES(127,8,'refresh',NULL,'',1790010471000,NULL);
INSERT INTO "notices" VALUES(128,8,'table',NULL,'',1790010582000,NULL);
INSERT INTO "notices" VALUES(129,8,'table',NULL,'A moderator has ended the game.',1790010730000,NULL);
CREATE TABLE plans (
            game INTEGER NOT NULL REFERENCES games,
            user INTEGER NOT NULL,
            text TEXT NOT NULL,
            due INTEGER,
            PRIMARY KEY (game, user)
        ) STRICT;
CREATE TABLE seats (
            game INTEGER NOT NULL REFERENCES games,
            place INTEGER NOT NULL CHECK (place BETWEEN 0 AND 2),
            seat INTEGER CHECK (seat BETWEEN 0 AND 2),
            user INTEGER,
            name TEXT NOT NULL,
            PRIMARY KEY (game, place),
            UNIQUE (game, user)
        ) STRICT;
INSERT INTO "seats" VALUES(1,0,0,1,'Ann');
INSERT INTO "seats" VALUES(1,1,2,2,'Ben *the* 2nd');
INSERT INTO "seats" VALUES(1,2,1,3,'Cleo');
INSERT INTO "seats" VALUES(2,0,0,1,'Ann');
INSERT INTO "seats" VALUES(2,1,2,2,'Ben *the* 2nd');
INSERT INTO "seats" VALUES(2,2,1,3,'Cleo');
INSERT INTO "seats" VALUES(3,0,NULL,2,'Ben');
INSERT INTO "seats" VALUES(3,1,NULL,3,'Cleo');
INSERT INTO "seats" VALUES(5,0,0,1,'Ann');
INSERT INTO "seats" VALUES(5,1,2,2,'Ben *the* 2nd');
INSERT INTO "seats" VALUES(5,2,1,NULL,'open seat');
INSERT INTO "seats" VALUES(6,0,2,1,'Ann');
INSERT INTO "seats" VALUES(6,1,0,2,'Ben *the* 2nd');
INSERT INTO "seats" VALUES(6,2,1,3,'Cleo');
INSERT INTO "seats" VALUES(7,0,2,1,'Ann');
INSERT INTO "seats" VALUES(7,1,0,2,'Ben *the* 2nd');
INSERT INTO "seats" VALUES(7,2,1,3,'Cleo');
INSERT INTO "seats" VALUES(8,0,1,1,'Ann');
INSERT INTO "seats" VALUES(8,1,2,2,'Ben *the* 2nd');
INSERT INTO "seats" VALUES(8,2,0,3,'Cleo');
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE shown (
            game INTEGER PRIMARY KEY REFERENCES games,
            channel INTEGER NOT NULL,
            message INTEGER NOT NULL,
            sent INTEGER NOT NULL
        ) STRICT;
CREATE TABLE users (
            user INTEGER PRIMARY KEY,
            dms INTEGER NOT NULL DEFAULT 1
        , settings TEXT NOT NULL DEFAULT '{}', away_from INTEGER, away_until INTEGER) STRICT;
INSERT INTO "users" VALUES(3,0,'{}',NULL,NULL);
CREATE TABLE vacations (
            user INTEGER NOT NULL,
            year INTEGER NOT NULL,
            days REAL NOT NULL,
            PRIMARY KEY (user, year)
        ) STRICT;
CREATE TABLE votes (
            game INTEGER NOT NULL REFERENCES games,
            seq INTEGER NOT NULL,
            user INTEGER NOT NULL,
            choice TEXT NOT NULL,
            at INTEGER NOT NULL,
            PRIMARY KEY (game, seq, user)
        ) STRICT;
CREATE UNIQUE INDEX one_live_game ON games (channel) WHERE status IN ('lobby', 'live');
CREATE INDEX seats_of_user ON seats (user);
CREATE UNIQUE INDEX one_effect ON log (interaction) WHERE interaction IS NOT NULL;
CREATE INDEX due_games ON games (due) WHERE due IS NOT NULL;
CREATE INDEX unsent ON notices (game) WHERE sent IS NULL;
CREATE INDEX away_users ON users (away_until) WHERE away_until IS NOT NULL;
CREATE INDEX games_of_origin ON games (origin) WHERE origin IS NOT NULL;
CREATE INDEX games_of_channel ON games (channel);
CREATE INDEX games_of_guild ON games (guild);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('notices',129);
INSERT INTO "sqlite_sequence" VALUES('games',8);
COMMIT;
PRAGMA user_version = 3;
