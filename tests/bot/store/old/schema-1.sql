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
        ) STRICT;
INSERT INTO "games" VALUES(1,900,901,'live',NULL,'{"supply": 9, "white_supply": 15, "neutral_phalanxes": false, "finish_turn": false}',1,1,1790000037000,1790000222000,NULL,2,1790003922000);
INSERT INTO "games" VALUES(2,900,902,'over','supply','{"supply": 5, "white_supply": 15, "neutral_phalanxes": false, "finish_turn": false}',1,1,1790003996000,1790004181000,1790005254000,NULL,NULL);
INSERT INTO "games" VALUES(3,900,903,'lobby',NULL,'{"supply": 24, "white_supply": 15, "neutral_phalanxes": true, "finish_turn": false}',1,2,1790005328000,NULL,NULL,NULL,NULL);
INSERT INTO "games" VALUES(4,900,904,'cancelled','cancelled','{"supply": 24, "white_supply": 15, "neutral_phalanxes": false, "finish_turn": false}',1,3,1790005439000,NULL,1790005476000,NULL,NULL);
INSERT INTO "games" VALUES(5,900,905,'live',NULL,'{"supply": 12, "white_supply": 15, "neutral_phalanxes": false, "finish_turn": true}',1,1,1790005587000,1790005772000,NULL,2,1790007289000);
INSERT INTO "games" VALUES(6,900,906,'over','reset','{"supply": 12, "white_supply": 15, "neutral_phalanxes": false, "finish_turn": false}',1,1,1790007474000,1790007659000,1790008695000,NULL,NULL);
INSERT INTO "games" VALUES(7,900,906,'live',NULL,'{"supply": 12, "white_supply": 15, "neutral_phalanxes": false, "finish_turn": false}',1,1,1790008732000,1790008732000,NULL,2,1790008695000);
INSERT INTO "games" VALUES(8,900,907,'over','void','{"supply": 12, "white_supply": 15, "neutral_phalanxes": false, "finish_turn": false}',1,1,1790008769000,1790008954000,1790010360000,NULL,NULL);
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
INSERT INTO "log" VALUES(1,0,0,'action','setup a7,b7,c7,c9',1,1790000333000,NULL);
INSERT INTO "log" VALUES(1,1,1,'action','setup h7,h9,i7,i8',3,1790000444000,NULL);
INSERT INTO "log" VALUES(1,2,2,'action','setup b2,b3,c1,c3',2,1790000555000,NULL);
INSERT INTO "log" VALUES(1,3,2,'shuffle','shuffle 415385321964657284174168685539712249297933876',NULL,1790000592000,NULL);
INSERT INTO "log" VALUES(1,4,4,'action','deal C N NW',1,1790000703000,NULL);
INSERT INTO "log" VALUES(1,5,5,'action','accept',3,1790000814000,NULL);
INSERT INTO "log" VALUES(1,6,6,'action','accept',2,1790000925000,NULL);
INSERT INTO "log" VALUES(1,7,7,'action','pass',1,1790001036000,NULL);
INSERT INTO "log" VALUES(1,8,8,'action','@e9',3,1790001147000,NULL);
INSERT INTO "log" VALUES(1,9,9,'action','pass',3,1790001258000,NULL);
INSERT INTO "log" VALUES(1,10,10,'action','@a9',2,1790001369000,NULL);
INSERT INTO "log" VALUES(1,11,11,'action','a9>b9',2,1790001480000,NULL);
INSERT INTO "log" VALUES(1,12,12,'action','deal C SW E',1,1790001591000,NULL);
INSERT INTO "log" VALUES(1,13,13,'action','accept',3,1790001702000,NULL);
INSERT INTO "log" VALUES(1,14,14,'action','accept',2,1790001813000,NULL);
INSERT INTO "log" VALUES(1,15,15,'action','@g4',1,1790001924000,NULL);
INSERT INTO "log" VALUES(1,16,16,'action','pass',1,1790002035000,NULL);
INSERT INTO "log" VALUES(1,17,17,'action','@a2',3,1790002146000,NULL);
INSERT INTO "log" VALUES(1,18,18,'action','a2>b1',3,1790002257000,NULL);
INSERT INTO "log" VALUES(1,19,19,'action','@h6',2,1790002368000,NULL);
INSERT INTO "log" VALUES(1,20,20,'action','h6>g7',2,1790002479000,NULL);
INSERT INTO "log" VALUES(1,21,21,'action','deal W NW SW',1,1790002590000,NULL);
INSERT INTO "log" VALUES(1,22,22,'action','accept',3,1790002701000,NULL);
INSERT INTO "log" VALUES(1,23,23,'action','accept',2,1790002812000,NULL);
INSERT INTO "log" VALUES(1,24,24,'action','@b4',1,1790002923000,NULL);
INSERT INTO "log" VALUES(1,25,25,'back','24',1,1790003034000,NULL);
INSERT INTO "log" VALUES(1,26,26,'action','@a4',1,1790003145000,NULL);
INSERT INTO "log" VALUES(1,27,27,'action','a4>a2',1,1790003256000,NULL);
INSERT INTO "log" VALUES(1,28,28,'action','@b8',3,1790003367000,NULL);
INSERT INTO "log" VALUES(1,29,29,'action','pass',3,1790003478000,NULL);
INSERT INTO "log" VALUES(1,30,30,'action','@c2',2,1790003589000,NULL);
INSERT INTO "log" VALUES(1,31,31,'action','b2:c2:b3>N',2,1790003700000,NULL);
INSERT INTO "log" VALUES(1,32,32,'note','undo to ply 29',77,1790003811000,NULL);
INSERT INTO "log" VALUES(1,33,33,'back','29',77,1790003848000,NULL);
INSERT INTO "log" VALUES(1,34,33,'shuffle','shuffle 473949216828556879697426113937452768',NULL,1790003885000,NULL);
INSERT INTO "log" VALUES(2,0,0,'action','setup g9,h8,i7,i8',1,1790004292000,NULL);
INSERT INTO "log" VALUES(2,1,1,'action','setup g2,h1,h2,i2',3,1790004403000,NULL);
INSERT INTO "log" VALUES(2,2,2,'action','setup a2,a3,c2,c3',2,1790004514000,NULL);
INSERT INTO "log" VALUES(2,3,2,'shuffle','shuffle 257498734173491592498866885315576337619242261',NULL,1790004551000,NULL);
INSERT INTO "log" VALUES(2,4,4,'action','deal E C SW',3,1790004662000,NULL);
INSERT INTO "log" VALUES(2,5,5,'action','accept',2,1790004773000,NULL);
INSERT INTO "log" VALUES(2,6,6,'action','accept',1,1790004884000,NULL);
INSERT INTO "log" VALUES(2,7,7,'action','pass',3,1790004995000,NULL);
INSERT INTO "log" VALUES(2,8,8,'action','@c4',2,1790005106000,NULL);
INSERT INTO "log" VALUES(2,9,9,'action','pass',2,1790005217000,NULL);
INSERT INTO "log" VALUES(5,0,0,'action','setup a8,a9,b7,c7',1,1790005883000,NULL);
INSERT INTO "log" VALUES(5,1,1,'action','setup g1,g3,h1,h3',3,1790005994000,NULL);
INSERT INTO "log" VALUES(5,2,2,'action','setup a1,a2,b1,b2',2,1790006105000,NULL);
INSERT INTO "log" VALUES(5,3,2,'shuffle','shuffle 363473516796184183548728642295957726951483291',NULL,1790006142000,NULL);
INSERT INTO "log" VALUES(5,4,4,'action','deal SE E SE',2,1790006253000,NULL);
INSERT INTO "log" VALUES(5,5,5,'action','accept',1,1790006364000,NULL);
INSERT INTO "log" VALUES(5,6,6,'action','reject',3,1790006475000,NULL);
INSERT INTO "log" VALUES(5,7,7,'action','accept',2,1790006586000,NULL);
INSERT INTO "log" VALUES(5,8,8,'action','@i3',2,1790006697000,NULL);
INSERT INTO "log" VALUES(5,9,9,'action','i3>h4',2,1790006808000,NULL);
INSERT INTO "log" VALUES(5,10,10,'action','@i6',1,1790006919000,NULL);
INSERT INTO "log" VALUES(5,11,11,'action','pass',1,1790007030000,NULL);
INSERT INTO "log" VALUES(5,12,12,'action','g3>i3',3,1790007141000,NULL);
INSERT INTO "log" VALUES(5,13,13,'action','deal S NE SW',3,1790007252000,NULL);
INSERT INTO "log" VALUES(5,14,14,'note','resign B',3,1790007363000,NULL);
INSERT INTO "log" VALUES(6,0,0,'action','setup a8,b7,b9,c7',2,1790007770000,NULL);
INSERT INTO "log" VALUES(6,1,1,'action','setup g3,h2,i2,i3',3,1790007881000,NULL);
INSERT INTO "log" VALUES(6,2,2,'action','setup a3,b1,b2,c2',1,1790007992000,NULL);
INSERT INTO "log" VALUES(6,3,2,'shuffle','shuffle 562145793476916539551744322672968818349887321',NULL,1790008029000,NULL);
INSERT INTO "log" VALUES(6,4,4,'action','deal E C S',1,1790008140000,NULL);
INSERT INTO "log" VALUES(6,5,5,'action','accept',2,1790008251000,NULL);
INSERT INTO "log" VALUES(6,6,6,'action','reject',3,1790008362000,NULL);
INSERT INTO "log" VALUES(6,7,7,'action','accept',1,1790008473000,NULL);
INSERT INTO "log" VALUES(6,8,8,'action','@g6',1,1790008584000,NULL);
INSERT INTO "log" VALUES(6,9,9,'note','reset',77,1790008695000,NULL);
INSERT INTO "log" VALUES(8,0,0,'action','setup g2,g3,h1,i1',3,1790009065000,NULL);
INSERT INTO "log" VALUES(8,1,1,'action','setup g7,g9,h8,i7',1,1790009176000,NULL);
INSERT INTO "log" VALUES(8,2,2,'action','setup a7,b7,b8,c8',2,1790009287000,NULL);
INSERT INTO "log" VALUES(8,3,2,'shuffle','shuffle 985662874422433633915899874938417161725521576',NULL,1790009324000,NULL);
INSERT INTO "log" VALUES(8,4,4,'action','deal S C SW',1,1790009435000,NULL);
INSERT INTO "log" VALUES(8,5,5,'action','accept',3,1790009546000,NULL);
INSERT INTO "log" VALUES(8,6,6,'action','reject',2,1790009657000,NULL);
INSERT INTO "log" VALUES(8,7,7,'action','accept',1,1790009768000,NULL);
INSERT INTO "log" VALUES(8,8,8,'action','@f2',1,1790009879000,NULL);
INSERT INTO "log" VALUES(8,9,9,'action','f2>e1',1,1790009990000,NULL);
INSERT INTO "log" VALUES(8,10,10,'action','@c1',3,1790010101000,NULL);
INSERT INTO "log" VALUES(8,11,11,'action','pass',3,1790010212000,NULL);
INSERT INTO "log" VALUES(8,12,12,'note','end void',77,1790010323000,NULL);
CREATE TABLE notices (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            game INTEGER NOT NULL REFERENCES games,
            kind TEXT NOT NULL CHECK (kind IN ('table', 'refresh', 'whisper', 'lobby')),
            user INTEGER,
            text TEXT NOT NULL,
            created INTEGER NOT NULL,
            sent INTEGER
        ) STRICT;
INSERT INTO "notices" VALUES(1,1,'lobby',NULL,'',1790000037000,NULL);
INSERT INTO "notices" VALUES(2,1,'lobby',NULL,'',1790000111000,NULL);
INSERT INTO "notices" VALUES(3,1,'lobby',NULL,'',1790000185000,NULL);
INSERT INTO "notices" VALUES(4,1,'whisper',1,'greeting',1790000296000,NULL);
INSERT INTO "notices" VALUES(5,1,'whisper',2,'greeting',1790000296000,NULL);
INSERT INTO "notices" VALUES(6,1,'whisper',3,'greeting',1790000296000,NULL);
INSERT INTO "notices" VALUES(7,1,'table',NULL,'The game begins; colours were drawn: 🟥 ⁨Ann⁩, 🟦 ⁨Cleo⁩ and 🟨 ⁨Ben \*the\* 2nd⁩.',1790000296000,NULL);
INSERT INTO "notices" VALUES(8,1,'table',NULL,'🟥 ⁨Ann⁩ sets up on a7, b7, c7 and c9.',1790000407000,NULL);
INSERT INTO "notices" VALUES(9,1,'table',NULL,'🟦 ⁨Cleo⁩ sets up on h7, i7, i8 and h9.',1790000518000,NULL);
INSERT INTO "notices" VALUES(10,1,'whisper',1,'cards',1790000666000,NULL);
INSERT INTO "notices" VALUES(11,1,'table',NULL,'🟨 ⁨Ben \*the\* 2nd⁩ sets up on c1, b2, b3 and c3. 🟥 ⁨Ann⁩ is the next Archon. The cards are shuffled.',1790000666000,NULL);
INSERT INTO "notices" VALUES(12,1,'table',NULL,'🟥 ⁨Ann⁩ deals N to Blue and NW to Yellow.',1790000777000,NULL);
INSERT INTO "notices" VALUES(13,1,'table',NULL,'🟦 ⁨Cleo⁩ accepts the N card.',1790000888000,NULL);
INSERT INTO "notices" VALUES(14,1,'table',NULL,'🟨 ⁨Ben \*the\* 2nd⁩ accepts the NW card. So 🟥 ⁨Ann⁩ accepts the hidden card.',1790000999000,NULL);
INSERT INTO "notices" VALUES(15,1,'table',NULL,'🟥 ⁨Ann⁩ turns up the C card and passes.',1790001110000,NULL);
INSERT INTO "notices" VALUES(16,1,'refresh',NULL,'🟦 ⁨Cleo⁩ places a cube on e9.',1790001221000,NULL);
INSERT INTO "notices" VALUES(17,1,'table',NULL,'🟦 ⁨Cleo⁩ leaves the cube on e9.',1790001332000,NULL);
INSERT INTO "notices" VALUES(18,1,'refresh',NULL,'🟨 ⁨Ben \*the\* 2nd⁩ places a cube on a9.',1790001443000,NULL);
INSERT INTO "notices" VALUES(19,1,'whisper',1,'cards',1790001554000,NULL);
INSERT INTO "notices" VALUES(20,1,'table',NULL,'🟨 ⁨Ben \*the\* 2nd⁩ moves a9 to b9. 🟥 ⁨Ann⁩ remains Archon.',1790001554000,NULL);
INSERT INTO "notices" VALUES(21,1,'table',NULL,'🟥 ⁨Ann⁩ deals SW to Blue and E to Yellow.',1790001665000,NULL);
INSERT INTO "notices" VALUES(22,1,'table',NULL,'🟦 ⁨Cleo⁩ accepts the SW card.',1790001776000,NULL);
INSERT INTO "notices" VALUES(23,1,'table',NULL,'🟨 ⁨Ben \*the\* 2nd⁩ accepts the E card. So 🟥 ⁨Ann⁩ accepts the hidden card.',1790001887000,NULL);
INSERT INTO "notices" VALUES(24,1,'refresh',NULL,'🟥 ⁨Ann⁩ turns up the C card and places a cube on g4.',1790001998000,NULL);
INSERT INTO "notices" VALUES(25,1,'table',NULL,'🟥 ⁨Ann⁩ leaves the cube on g4.',1790002109000,NULL);
INSERT INTO "notices" VALUES(26,1,'refresh',NULL,'🟦 ⁨Cleo⁩ places a cube on a2.',1790002220000,NULL);
INSERT INTO "notices" VALUES(27,1,'table',NULL,'🟦 ⁨Cleo⁩ moves a2 to b1.',1790002331000,NULL);
INSERT INTO "notices" VALUES(28,1,'refresh',NULL,'🟨 ⁨Ben \*the\* 2nd⁩ places a cube on h6.',1790002442000,NULL);
INSERT INTO "notices" VALUES(29,1,'whisper',1,'cards',1790002553000,NULL);
INSERT INTO "notices" VALUES(30,1,'table',NULL,'🟨 ⁨Ben \*the\* 2nd⁩ moves h6 to g7. 🟥 ⁨Ann⁩ remains Archon.',1790002553000,NULL);
INSERT INTO "notices" VALUES(31,1,'table',NULL,'🟥 ⁨Ann⁩ deals NW to Blue and SW to Yellow.',1790002664000,NULL);
INSERT INTO "notices" VALUES(32,1,'table',NULL,'🟦 ⁨Cleo⁩ accepts the NW card.',1790002775000,NULL);
INSERT INTO "notices" VALUES(33,1,'table',NULL,'🟨 ⁨Ben \*the\* 2nd⁩ accepts the SW card. So 🟥 ⁨Ann⁩ accepts the hidden card.',1790002886000,NULL);
INSERT INTO "notices" VALUES(34,1,'refresh',NULL,'🟥 ⁨Ann⁩ turns up the W card and places a cube on b4.',1790002997000,NULL);
INSERT INTO "notices" VALUES(35,1,'table',NULL,'🟥 ⁨Ann⁩ takes back the last play.',1790003108000,NULL);
INSERT INTO "notices" VALUES(36,1,'refresh',NULL,'🟥 ⁨Ann⁩ turns up the W card and places a cube on a4.',1790003219000,NULL);
INSERT INTO "notices" VALUES(37,1,'table',NULL,'🟥 ⁨Ann⁩ moves a4 to a2.',1790003330000,NULL);
INSERT INTO "notices" VALUES(38,1,'refresh',NULL,'🟦 ⁨Cleo⁩ places a cube on b8.',1790003441000,NULL);
INSERT INTO "notices" VALUES(39,1,'table',NULL,'🟦 ⁨Cleo⁩ leaves the cube on b8.',1790003552000,NULL);
INSERT INTO "notices" VALUES(40,1,'refresh',NULL,'🟨 ⁨Ben \*the\* 2nd⁩ places a cube on c2.',1790003663000,NULL);
INSERT INTO "notices" VALUES(41,1,'whisper',1,'cards',1790003774000,NULL);
INSERT INTO "notices" VALUES(42,1,'table',NULL,'🟨 ⁨Ben \*the\* 2nd⁩ moves the block b2-c2-b3 north. 🟥 ⁨Ann⁩ remains Archon.',1790003774000,NULL);
INSERT INTO "notices" VALUES(43,1,'table',NULL,'A moderator has taken back the last play (back to ply 29). The cards that nobody has seen openly were shuffled anew. The cards are shuffled.',1790003959000,NULL);
INSERT INTO "notices" VALUES(44,2,'lobby',NULL,'',1790003996000,1790009999000);
INSERT INTO "notices" VALUES(45,2,'lobby',NULL,'',1790004070000,1790009999000);
INSERT INTO "notices" VALUES(46,2,'lobby',NULL,'',1790004144000,1790009999000);
INSERT INTO "notices" VALUES(47,2,'whisper',1,'greeting',1790004255000,1790009999000);
INSERT INTO "notices" VALUES(48,2,'whisper',2,'greeting',1790004255000,1790009999000);
INSERT INTO "notices" VALUES(49,2,'whisper',3,'greeting',1790004255000,1790009999000);
INSERT INTO "notices" VALUES(50,2,'table',NULL,'The game begins; colours were drawn: 🟥 ⁨Ann⁩, 🟦 ⁨Cleo⁩ and 🟨 ⁨Ben \*the\* 2nd⁩.',1790004255000,1790009999000);
INSERT INTO "notices" VALUES(51,2,'table',NULL,'🟥 ⁨Ann⁩ sets up on i7, h8, i8 and g9.',1790004366000,1790009999000);
INSERT INTO "notices" VALUES(52,2,'table',NULL,'🟦 ⁨Cleo⁩ sets up on h1, g2, h2 and i2.',1790004477000,1790009999000);
INSERT INTO "notices" VALUES(53,2,'whisper',3,'cards',1790004625000,1790009999000);
INSERT INTO "notices" VALUES(54,2,'table',NULL,'🟨 ⁨Ben \*the\* 2nd⁩ sets up on a2, c2, a3 and c3. 🟦 ⁨Cleo⁩ is the next Archon. The cards are shuffled.',1790004625000,1790009999000);
INSERT INTO "notices" VALUES(55,2,'table',NULL,'🟦 ⁨Cleo⁩ deals C to Yellow and SW to Red.',1790004736000,1790009999000);
INSERT INTO "notices" VALUES(56,2,'table',NULL,'🟨 ⁨Ben \*the\* 2nd⁩ accepts the C card.',1790004847000,1790009999000);
INSERT INTO "notices" VALUES(57,2,'table',NULL,'🟥 ⁨Ann⁩ accepts the SW card. So 🟦 ⁨Cleo⁩ accepts the hidden card.',1790004958000,1790009999000);
INSERT INTO "notices" VALUES(58,2,'table',NULL,'🟦 ⁨Cleo⁩ turns up the E card and passes.',1790005069000,1790009999000);
INSERT INTO "notices" VALUES(59,2,'refresh',NULL,'🟨 ⁨Ben \*the\* 2nd⁩ places a cube on c4.',1790005180000,1790009999000);
INSERT INTO "notices" VALUES(60,2,'table',NULL,'🟨 ⁨Ben \*the\* 2nd⁩ leaves the cube on c4.',1790005291000,1790009999000);
INSERT INTO "notices" VALUES(61,3,'lobby',NULL,'',1790005328000,NULL);
INSERT INTO "notices" VALUES(62,3,'lobby',NULL,'',1790005402000,NULL);
INSERT INTO "notices" VALUES(63,4,'lobby',NULL,'',1790005439000,NULL);
INSERT INTO "notices" VALUES(64,4,'lobby',NULL,'',1790005550000,NULL);
INSERT INTO "notices" VALUES(65,5,'lobby',NULL,'',1790005587000,NULL);
INSERT INTO "notices" VALUES(66,5,'lobby',NULL,'',1790005661000,NULL);
INSERT INTO "notices" VALUES(67,5,'lobby',NULL,'',1790005735000,NULL);
INSERT INTO "notices" VALUES(68,5,'whisper',1,'greeting',1790005846000,NULL);
INSERT INTO "notices" VALUES(69,5,'whisper',2,'greeting',1790005846000,NULL);
INSERT INTO "notices" VALUES(70,5,'whisper',3,'greeting',1790005846000,NULL);
INSERT INTO "notices" VALUES(71,5,'table',NULL,'The game begins; colours were drawn: 🟥 ⁨Ann⁩, 🟦 ⁨Cleo⁩ and 🟨 ⁨Ben \*the\* 2nd⁩.',1790005846000,NULL);
INSERT INTO "notices" VALUES(72,5,'table',NULL,'🟥 ⁨Ann⁩ sets up on b7, c7, a8 and a9.',1790005957000,NULL);
INSERT INTO "notices" VALUES(73,5,'table',NULL,'🟦 ⁨Cleo⁩ sets up on g1, h1, g3 and h3.',1790006068000,NULL);
INSERT INTO "notices" VALUES(74,5,'whisper',2,'cards',1790006216000,NULL);
INSERT INTO "notices" VALUES(75,5,'refresh',NULL,'🟨 ⁨Ben \*the\* 2nd⁩ sets up on a1, b1, a2 and b2. 🟨 ⁨Ben \*the\* 2nd⁩ is the next Archon. The cards are shuffled.',1790006216000,NULL);
INSERT INTO "notices" VALUES(76,5,'table',NULL,'🟨 ⁨Ben \*the\* 2nd⁩ deals E to Red and SE to Blue.',1790006327000,NULL);
INSERT INTO "notices" VALUES(77,5,'table',NULL,'🟥 ⁨Ann⁩ accepts the E card.',1790006438000,NULL);
INSERT INTO "notices" VALUES(78,5,'table',NULL,'🟦 ⁨Cleo⁩ rejects the SE card.',1790006549000,NULL);
INSERT INTO "notices" VALUES(79,5,'refresh',NULL,'🟨 ⁨Ben \*the\* 2nd⁩ accepts the hidden card.',1790006660000,NULL);
INSERT INTO "notices" VALUES(80,5,'refresh',NULL,'🟨 ⁨Ben \*the\* 2nd⁩ turns up the SE card and places a cube on i3.',1790006771000,NULL);
INSERT INTO "notices" VALUES(81,5,'table',NULL,'🟨 ⁨Ben \*the\* 2nd⁩ moves i3 to h4.',1790006882000,NULL);
INSERT INTO "notices" VALUES(82,5,'refresh',NULL,'🟥 ⁨Ann⁩ places a cube on i6.',1790006993000,NULL);
INSERT INTO "notices" VALUES(83,5,'table',NULL,'🟥 ⁨Ann⁩ leaves the cube on i6.',1790007104000,NULL);
INSERT INTO "notices" VALUES(84,5,'whisper',3,'cards',1790007215000,NULL);
INSERT INTO "notices" VALUES(85,5,'refresh',NULL,'🟦 ⁨Cleo⁩ moves g3 to i3. 🟦 ⁨Cleo⁩ is the next Archon.',1790007215000,NULL);
INSERT INTO "notices" VALUES(86,5,'table',NULL,'🟦 ⁨Cleo⁩ deals NE to Yellow and SW to Red.',1790007326000,NULL);
INSERT INTO "notices" VALUES(87,5,'table',NULL,'🟦 ⁨Cleo⁩ gives up the seat: whoever wants to go on with it can take it with `/game join`.',1790007437000,NULL);
INSERT INTO "notices" VALUES(88,6,'lobby',NULL,'',1790007474000,NULL);
INSERT INTO "notices" VALUES(89,6,'lobby',NULL,'',1790007548000,NULL);
INSERT INTO "notices" VALUES(90,6,'lobby',NULL,'',1790007622000,NULL);
INSERT INTO "notices" VALUES(91,6,'whisper',1,'greeting',1790007733000,NULL);
INSERT INTO "notices" VALUES(92,6,'whisper',2,'greeting',1790007733000,NULL);
INSERT INTO "notices" VALUES(93,6,'whisper',3,'greeting',1790007733000,NULL);
INSERT INTO "notices" VALUES(94,6,'table',NULL,'The game begins; colours were drawn: 🟥 ⁨Ben \*the\* 2nd⁩, 🟦 ⁨Cleo⁩ and 🟨 ⁨Ann⁩.',1790007733000,NULL);
INSERT INTO "notices" VALUES(95,6,'table',NULL,'🟥 ⁨Ben \*the\* 2nd⁩ sets up on b7, c7, a8 and b9.',1790007844000,NULL);
INSERT INTO "notices" VALUES(96,6,'table',NULL,'🟦 ⁨Cleo⁩ sets up on h2, i2, g3 and i3.',1790007955000,NULL);
INSERT INTO "notices" VALUES(97,6,'whisper',1,'cards',1790008103000,NULL);
INSERT INTO "notices" VALUES(98,6,'refresh',NULL,'🟨 ⁨Ann⁩ sets up on b1, b2, c2 and a3. 🟨 ⁨Ann⁩ is the next Archon. The cards are shuffled.',1790008103000,NULL);
INSERT INTO "notices" VALUES(99,6,'table',NULL,'🟨 ⁨Ann⁩ deals C to Red and S to Blue.',1790008214000,NULL);
INSERT INTO "notices" VALUES(100,6,'table',NULL,'🟥 ⁨Ben \*the\* 2nd⁩ accepts the C card.',1790008325000,NULL);
INSERT INTO "notices" VALUES(101,6,'table',NULL,'🟦 ⁨Cleo⁩ rejects the S card.',1790008436000,NULL);
INSERT INTO "notices" VALUES(102,6,'refresh',NULL,'🟨 ⁨Ann⁩ accepts the hidden card.',1790008547000,NULL);
INSERT INTO "notices" VALUES(103,6,'refresh',NULL,'🟨 ⁨Ann⁩ turns up the E card and places a cube on g6.',1790008658000,NULL);
INSERT INTO "notices" VALUES(104,6,'refresh',NULL,'',1790008695000,NULL);
INSERT INTO "notices" VALUES(105,7,'whisper',1,'greeting',1790008695000,NULL);
INSERT INTO "notices" VALUES(106,7,'whisper',2,'greeting',1790008695000,NULL);
INSERT INTO "notices" VALUES(107,7,'whisper',3,'greeting',1790008695000,NULL);
INSERT INTO "notices" VALUES(108,7,'table',NULL,'A moderator has set the game aside; the same players start anew. The game begins; colours were drawn: 🟥 ⁨Ben \*the\* 2nd⁩, 🟦 ⁨Cleo⁩ and 🟨 ⁨Ann⁩.',1790008695000,NULL);
INSERT INTO "notices" VALUES(109,8,'lobby',NULL,'',1790008769000,NULL);
INSERT INTO "notices" VALUES(110,8,'lobby',NULL,'',1790008843000,NULL);
INSERT INTO "notices" VALUES(111,8,'lobby',NULL,'',1790008917000,NULL);
INSERT INTO "notices" VALUES(112,8,'whisper',1,'greeting',1790009028000,NULL);
INSERT INTO "notices" VALUES(113,8,'whisper',2,'greeting',1790009028000,NULL);
INSERT INTO "notices" VALUES(114,8,'whisper',3,'greeting',1790009028000,NULL);
INSERT INTO "notices" VALUES(115,8,'table',NULL,'The game begins; colours were drawn: 🟥 ⁨Cleo⁩, 🟦 ⁨Ann⁩ and 🟨 ⁨Ben \*the\* 2nd⁩.',1790009028000,NULL);
INSERT INTO "notices" VALUES(116,8,'table',NULL,'🟥 ⁨Cleo⁩ sets up on h1, i1, g2 and g3.',1790009139000,NULL);
INSERT INTO "notices" VALUES(117,8,'table',NULL,'🟦 ⁨Ann⁩ sets up on g7, i7, h8 and g9.',1790009250000,NULL);
INSERT INTO "notices" VALUES(118,8,'whisper',1,'cards',1790009398000,NULL);
INSERT INTO "notices" VALUES(119,8,'table',NULL,'🟨 ⁨Ben \*the\* 2nd⁩ sets up on a7, b7, b8 and c8. 🟦 ⁨Ann⁩ is the next Archon. The cards are shuffled.',1790009398000,NULL);
INSERT INTO "notices" VALUES(120,8,'table',NULL,'🟦 ⁨Ann⁩ deals C to Red and SW to Yellow.',1790009509000,NULL);
INSERT INTO "notices" VALUES(121,8,'table',NULL,'🟥 ⁨Cleo⁩ accepts the C card.',1790009620000,NULL);
INSERT INTO "notices" VALUES(122,8,'table',NULL,'🟨 ⁨Ben \*the\* 2nd⁩ rejects the SW card.',1790009731000,NULL);
INSERT INTO "notices" VALUES(123,8,'refresh',NULL,'🟦 ⁨Ann⁩ accepts the hidden card.',1790009842000,NULL);
INSERT INTO "notices" VALUES(124,8,'refresh',NULL,'🟦 ⁨Ann⁩ turns up the S card and places a cube on f2.',1790009953000,NULL);
INSERT INTO "notices" VALUES(125,8,'table',NULL,'🟦 ⁨Ann⁩ moves f2 to e1.',1790010064000,NULL);
INSERT INTO "notices" VALUES(126,8,'refresh',NULL,'🟥 ⁨Cleo⁩ places a cube on c1.',1790010175000,NULL);
INSERT INTO "notices" VALUES(127,8,'table',NULL,'🟥 ⁨Cleo⁩ leaves the cube on c1.',1790010286000,NULL);
INSERT INTO "notices" VALUES(128,8,'table',NULL,'A moderator has ended the game.',1790010434000,NULL);
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
INSERT INTO "seats" VALUES(5,2,1,NULL,'Cleo');
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
        ) STRICT;
INSERT INTO "users" VALUES(3,0);
CREATE UNIQUE INDEX one_live_game ON games (channel) WHERE status IN ('lobby', 'live');
CREATE INDEX seats_of_user ON seats (user);
CREATE UNIQUE INDEX one_effect ON log (interaction) WHERE interaction IS NOT NULL;
CREATE INDEX unsent ON notices (game) WHERE sent IS NULL;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('games',8);
INSERT INTO "sqlite_sequence" VALUES('notices',128);
COMMIT;
PRAGMA user_version = 1;
